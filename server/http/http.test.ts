import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { jsonBody, readText } from './body.ts'
import { clientAddress } from './request-context.ts'
import { isOwn } from './same-origin.ts'

const OWN_ORIGIN = 'https://photos.example.org'

it.each([
  ['our origin', OWN_ORIGIN, 'same-origin', true],
  ['our origin from an old browser', OWN_ORIGIN, undefined, true],
  ['a request without Origin that the browser marks as same-origin', undefined, 'same-origin', true],
  ['a request without both headers', undefined, undefined, false],
  ['another site', 'https://evil.example', 'cross-site', false],
  ['another site in an old browser', 'https://evil.example', undefined, false],
  ['another site that claims to be same-origin', 'https://evil.example', 'same-origin', false],
  ['another host of our domain', 'https://blog.example.org', 'same-site', false],
  ['our host over plain http', 'http://photos.example.org', undefined, false],
  ['our host on another port', `${OWN_ORIGIN}:8443`, undefined, false],
  ['a sandboxed frame', 'null', 'cross-site', false],
  ['our origin with a cross-site request', OWN_ORIGIN, 'cross-site', false],
  ['an address that the user typed', undefined, 'none', false],
])('isOwn for %s (Origin %s, Sec-Fetch-Site %s) is %s', (_what, origin, site, allowed) => {
  expect(isOwn(origin, site, OWN_ORIGIN)).toBe(allowed)
})

it.each([
  ['http://localhost:3000', undefined, true],
  ['http://[::1]:3000', undefined, true],
  ['https://localhost:3000', undefined, false],
  ['http://localhost:5173', 'same-origin', true],
  ['http://localhost:5173', undefined, false],
  ['http://localhost:5173', 'same-site', false],
  ['http://evil.example:3000', 'same-origin', false],
])('isOwn on loopback (Origin %s, Sec-Fetch-Site %s) is %s', (origin, site, allowed) => {
  expect(isOwn(origin, site, 'http://127.0.0.1:3000')).toBe(allowed)
})

it.each([
  ['the address of the socket if no proxy is configured', '9.9.9.9', '1.1.1.1', 0, '9.9.9.9'],
  ["the single proxy's entry", '10.0.0.1', 'spoof, 1.1.1.1', 1, '1.1.1.1'],
  ['the entry of the outer proxy of two', '10.0.0.1', 'spoof, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
  ['the address of the socket if the header has no entry', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['the address of the socket if the header has fewer entries than proxies', '10.0.0.1', '1.1.1.1', 2, '10.0.0.1'],
  ['the IPv4 address inside an IPv6 address', '::ffff:1.2.3.4', undefined, 0, '1.2.3.4'],
  ['an invalid entry cut to 64 characters', '10.0.0.1', 'x'.repeat(900), 1, 'x'.repeat(64)],
  ['the /64 network of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['the /64 network of a shortened IPv6 address', '2001:db8::1', undefined, 0, '2001:db8:0:0::/64'],
  ['the /64 network of the IPv6 loopback address', '::1', undefined, 0, '0:0:0:0::/64'],
  ['an IPv4 entry without its port', '10.0.0.1', '1.1.1.1:52814', 1, '1.1.1.1'],
  ['the network of an IPv6 entry without its port', '10.0.0.1', '[2001:db8:1:2::5]:443', 1, '2001:db8:1:2::/64'],
  ['the network of an IPv6 entry without its brackets', '10.0.0.1', '[2001:db8:1:2::5]', 1, '2001:db8:1:2::/64'],
])('the network address for rate limits is %s', (_what, socket, forwarded, proxies, address) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(address)
})

describe('a JSON route', () => {
  const app = new Hono().post(
    '/',
    jsonBody((body) => (typeof body.a === 'number' ? { a: body.a } : 'invalid_request')),
    (c) => c.json(c.req.valid('json'), 200),
  )
  const post = (body: string, type = 'application/json', headers = {}) =>
    app.request('/', { method: 'POST', body, headers: { 'content-type': type, ...headers } })

  it.each([
    ['an object with a charset', '{"a":1}', 'application/json; charset=utf-8', 200],
    ['another JSON type', '{"a":1}', 'application/jsonp', 415],
    ['a wrong field', '{"a":"1"}', 'application/json', 400],
  ])('a JSON route that gets %s (%s as %s) answers with status %i', async (_what, body, type, status) => {
    expect((await post(body, type)).status).toBe(status)
  })

  it('the server rejects an excessive Content-Length without reading the body', async () => {
    expect((await post('{"a":1}', 'application/json', { 'content-length': '17000' })).status).toBe(413)
  })

  it('the server stops reading a body without a declared length at the size limit', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(4096))
      },
    })
    const reader = new Hono().post('/', async (c) => c.json({ text: await readText(c, 16_384) }, 200))
    const answer = await reader.request('/', { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    expect(await answer.json()).toEqual({ text: null })
    expect(pulled).toBeLessThan(10)
  })
})
