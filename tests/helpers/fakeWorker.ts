import type { Endpoint } from 'comlink'
import { exposeMethods, type WorkerPort } from '#client/kit/async/callWorker.ts'

/**
 * A worker for tests in Node. Its methods run in this thread. Messages arrive in a later microtask and are not copied.
 */
export class FakeWorker extends EventTarget implements WorkerPort {
  isTerminated = false
  readonly #inside = Object.assign(new EventTarget(), {
    postMessage: (data: unknown) => this.#deliver(this, data),
  })

  constructor(methods: object) {
    super()
    exposeMethods(methods, this.#inside as Endpoint)
  }

  postMessage(data: unknown): void {
    this.#deliver(this.#inside, data)
  }

  terminate(): void {
    this.isTerminated = true
  }

  /** Acts as a worker with a script that throws. */
  crash(message = 'crashed'): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }

  #deliver(target: EventTarget, data: unknown): void {
    queueMicrotask(() => {
      if (!this.isTerminated) target.dispatchEvent(new MessageEvent('message', { data }))
    })
  }
}
