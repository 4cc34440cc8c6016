import { expect, it } from 'vitest'
import { createApi } from './api.ts'

it("an incomplete response body results in the error 'offline'", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"charged":1,'))
      controller.error(new TypeError('network error'))
    },
  })
  const api = createApi('http://server', async () => new Response(body, { status: 200 }))
  expect(await api.spendDownload('key-12345')).toMatchObject({ ok: false, error: { code: 'offline' } })
})

it("an error response without a JSON body results in the error 'internal'", async () => {
  const api = createApi('http://server', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  expect(await api.spendDownload('key-12345')).toMatchObject({ ok: false, error: { code: 'internal' } })
})

const neverAnswered: typeof fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

it("a GET request without a response in time results in the error 'offline'", async () => {
  const api = createApi('http://server', neverAnswered, 1)
  expect(await api.session()).toMatchObject({ ok: false, error: { code: 'offline' } })
})

it('a request that changes data has no time limit', async () => {
  const signals: unknown[] = []
  const slow: typeof fetch = async (_, init) => {
    signals.push(init?.signal)
    return new Response(null, { status: 204 })
  }
  expect(await createApi('http://server', slow, 1).deleteAccount({ password: 'x' })).toEqual({ ok: true, value: null })
  expect(signals).toEqual([undefined])
})

it("the error for a page opened at an address other than the server's shows both addresses", async () => {
  const error = { code: 'cross_site', message: '', opened: 'http://a.lan', address: 'https://b.example' }
  const api = createApi('http://server', async () => Response.json({ error }, { status: 403 }))
  const answer = await api.signOut()
  const message = expect.stringMatching(/http:\/\/a\.lan.*https:\/\/b\.example/)
  expect(answer).toMatchObject({ ok: false, error: { code: 'cross_site', message } })
})
