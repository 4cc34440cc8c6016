import { expect, it } from 'vitest'
import { createApi } from './api.ts'

it('reports a response whose body breaks off as offline', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"charged":1,'))
      controller.error(new TypeError('network error'))
    },
  })
  const api = createApi('http://server', async () => new Response(body, { status: 200 }))
  expect(await api.spendDownload('key-12345')).toMatchObject({ ok: false, error: { code: 'offline' } })
})

it('reports an error without a JSON body as an internal error', async () => {
  const api = createApi('http://server', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  expect(await api.spendDownload('key-12345')).toMatchObject({ ok: false, error: { code: 'internal' } })
})

it('reports a response that never comes as offline', async () => {
  const neverAnswered: typeof fetch = (_, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const api = createApi('http://server', neverAnswered, 1)
  expect(await api.session()).toMatchObject({ ok: false, error: { code: 'offline' } })
})
