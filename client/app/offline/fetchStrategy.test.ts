import { expect, it } from 'vitest'
import { fetchStrategyFor, type RoutedRequest } from './fetchStrategy.ts'
import { PAGE } from './release.ts'

const ORIGIN = 'https://photos.example'
const FILES = [PAGE, '/favicon.svg', '/third-party-notices.txt', '/assets/main-1a2b3c4d.js']

const ask = (path: string, asked: Partial<RoutedRequest> = {}) =>
  fetchStrategyFor(
    {
      method: 'GET',
      url: new URL(path, ORIGIN).href,
      mode: 'cors',
      destination: '',
      headers: new Headers(),
      ...asked,
    },
    ORIGIN,
    FILES,
  )
const open = (path: string, destination: RequestDestination = 'document') =>
  ask(path, { mode: 'navigate', destination })

it.each(['/', '/custom-editor', '/pricing?from=payment', '/nowhere'])(
  'the service worker answers page %s from the network, or from the cache while offline',
  (path) => {
    expect(open(path)).toEqual({ by: 'network', path: PAGE })
  },
)

it.each(['/assets/main-1a2b3c4d.js', '/assets/libheif-B932ab6-.js', '/fonts/d20d5521b5082e32/anton-400.woff2'])(
  'the service worker answers file %s from the cache, because the file name contains a content hash',
  (path) => {
    expect(ask(path)).toEqual({ by: 'store' })
  },
)

it('the service worker requests a file without a content hash from the network first', () => {
  expect(ask('/favicon.svg')).toEqual({ by: 'network', path: '/favicon.svg' })
})

it("the service worker requests a text file from the network first when the user opens the file's address", () => {
  expect(open('/third-party-notices.txt')).toEqual({ by: 'network', path: '/third-party-notices.txt' })
})

it('the service worker treats only a POST request to the share target as a share', () => {
  expect(ask('/share-target', { method: 'POST', mode: 'navigate' })).toEqual({ by: 'share' })
  expect(ask('https://other.example/share-target', { method: 'POST' })).toEqual({ by: 'browser' })
})

it.each([
  ['a request for the account', ask('/api/access')],
  ['a navigation to a page of the API', open('/api/sandbox/checkout')],
  ['a request for a model file', ask('/models/u2netp/1ede7159e5a5/weights-0.bin')],
  ['a request for a file that is not cached', ask('/emoji.json')],
  ['a navigation to a script', open('/assets/main-1a2b3c4d.js')],
  ['the iframe of the HEIC decoder', open('/heic-sandbox.html', 'iframe')],
  ['a range request', ask('/assets/main-1a2b3c4d.js', { headers: new Headers({ range: 'bytes=0-1' }) })],
  ['a POST request', ask('/assets/main-1a2b3c4d.js', { method: 'POST' })],
  ['a request to another origin', ask('https://other.example/assets/main-1a2b3c4d.js')],
])('the service worker does not intercept %s', (_, way) => {
  expect(way).toEqual({ by: 'browser' })
})
