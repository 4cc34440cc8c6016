import { expect, it, vi } from 'vitest'
import { askWorker } from './askWorker.ts'

/** A worker that answers when the test says so. */
function fake() {
  const worker = { onmessage: null, onerror: null, postMessage: vi.fn(), terminate: vi.fn() }
  const controller = new AbortController()
  const asked = askWorker(() => worker as unknown as Worker, 'request', { signal: controller.signal })
  const call = (name: 'onmessage' | 'onerror', event: object) => (worker[name] as unknown as (e: object) => void)(event)
  return { worker, controller, asked, call }
}

it('resolves with the answer and ends the worker', async () => {
  const { worker, asked, call } = fake()
  expect(worker.postMessage).toHaveBeenCalledWith('request', [])
  call('onmessage', { data: 'answer' })
  await expect(asked).resolves.toBe('answer')
  expect(worker.terminate).toHaveBeenCalledOnce()
})

it('ends the worker when it fails and when it is aborted', async () => {
  const failing = fake()
  failing.call('onerror', { message: 'no memory' })
  await expect(failing.asked).rejects.toThrow('no memory')
  const aborted = fake()
  aborted.controller.abort(new Error('newer'))
  await expect(aborted.asked).rejects.toThrow('newer')
  for (const { worker } of [failing, aborted]) expect(worker.terminate).toHaveBeenCalledOnce()
})

it('ends the worker when the request cannot be sent', async () => {
  const sent = new ArrayBuffer(8)
  structuredClone(sent, { transfer: [sent] }) // it belongs to somebody else now
  const terminate = vi.fn()
  const start = () =>
    ({ postMessage: (request: unknown, transfer: []) => structuredClone(request, { transfer }), terminate }) as never
  const { signal } = new AbortController()
  await expect(askWorker(start, { sent }, { signal, transfer: [sent] })).rejects.toThrow()
  expect(terminate).toHaveBeenCalledOnce()
})

it('starts no worker after an abort', async () => {
  const start = vi.fn()
  await expect(askWorker(start, 0, { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow('over')
  expect(start).not.toHaveBeenCalled()
})
