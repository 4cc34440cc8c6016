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
  'the page %s is answered from the network, or from the cached page without a network',
  (path) => {
    expect(open(path)).toEqual({ by: 'network', path: PAGE })
  },
)

it.each(['/assets/main-1a2b3c4d.js', '/assets/heic-to-B932ab6-.js', '/fonts/d20d5521b5082e32/anton-400.woff2'])(
  'the file %s is answered from the cache, because its name contains a content hash',
  (path) => {
    expect(ask(path)).toEqual({ by: 'store' })
  },
)

it('a file without a content hash is requested from the network first', () => {
  expect(ask('/favicon.svg')).toEqual({ by: 'network', path: '/favicon.svg' })
})

it('a navigation to a text file requests the network first', () => {
  expect(open('/third-party-notices.txt')).toEqual({ by: 'network', path: '/third-party-notices.txt' })
})

it('only a POST request to the share target is a share', () => {
  expect(ask('/share-target', { method: 'POST', mode: 'navigate' })).toEqual({ by: 'share' })
  expect(ask('https://other.example/share-target', { method: 'POST' })).toEqual({ by: 'browser' })
})

it.each([
  ['an account', ask('/api/access')],
  ['a page of the API', open('/api/sandbox/checkout')],
  ['a model', ask('/models/u2netp/1ede7159e5a5/weights-0.bin')],
  ['a file that is not cached', ask('/emoji.json')],
  ['a file opened as a page', open('/assets/main-1a2b3c4d.js')],
  ["the HEIC decoder's sandbox", open('/heic.html', 'iframe')],
  ['a part of a file', ask('/assets/main-1a2b3c4d.js', { headers: new Headers({ range: 'bytes=0-1' }) })],
  ['anything written', ask('/assets/main-1a2b3c4d.js', { method: 'POST' })],
  ['another origin', ask('https://other.example/assets/main-1a2b3c4d.js')],
])('the service worker does not intercept %s', (_, way) => {
  expect(way).toEqual({ by: 'browser' })
})
