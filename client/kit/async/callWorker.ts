/** Calls methods of Web Workers through Comlink, and exposes the methods in the worker. */
import { type Endpoint, expose, transfer, wrap } from 'comlink'

/**
 * The last argument of each worker method. This argument signals an abort to the method, and progress to the caller.
 */
export interface WorkerCall<P = never> {
  signal: AbortSignal
  onProgress(progress: P): void
}

/** The part of `Worker` that this module uses. Tests pass a replacement. */
export type WorkerPort = Endpoint & Pick<Worker, 'terminate'>

export type ArgumentsOf<F> = F extends (...args: infer A) => unknown
  ? A extends [...infer Own, WorkerCall<unknown>]
    ? Own
    : A
  : never
type ProgressOf<F> = F extends (...args: [...never[], WorkerCall<infer P>]) => unknown ? P : never
export type ResultOf<F> = F extends (...args: never[]) => infer R ? Promise<Awaited<R>> : never

/** A running worker that exposes the methods of `Api`. */
export interface WorkerOf<Api> extends Pick<Worker, 'terminate'> {
  readonly port: WorkerPort
  /** Aborts with the worker's first error, a `WorkerCrash`, which may occur before the first call. */
  readonly crash: AbortSignal
  /** The methods as Comlink calls them. The last argument of each method is the call's MessagePort. */
  readonly methods: { [M in keyof Api]: (...args: unknown[]) => ResultOf<Api[M]> }
}

export interface CallOptions<P> {
  signal?: AbortSignal | undefined
  /** Receives progress reports until the call has settled. The result can overtake the last reports. */
  onProgress?: ((progress: P) => void) | undefined
  /** Buffers, bitmaps and ports that move to the worker instead of being copied. */
  transfer?: Transferable[]
}

/**
 * Thrown if a worker's script failed to load, an uncaught error ended the worker, or a message couldn't be read. Later
 * calls to this worker also fail.
 */
export class WorkerCrash extends Error {}

/** Makes the methods of a new worker callable. `Api` is the type of the object that the worker exposes. */
export function openWorker<Api>(port: WorkerPort): WorkerOf<Api> {
  const crash = new AbortController()
  const handle = (event: Event) => {
    event.preventDefault() // prevents an error message of the browser, because the callers handle the error
    crash.abort(new WorkerCrash('message' in event ? String(event.message) : 'a message could not be read'))
  }
  port.addEventListener('error', handle)
  port.addEventListener('messageerror', handle)
  const methods = wrap(port) as unknown as WorkerOf<Api>['methods'] // safe cast: Comlink makes each method asynchronous
  return { port, methods, crash: crash.signal, terminate: () => port.terminate() }
}

/**
 * Calls a method of a worker and resolves with its result. An abort of `signal` rejects the call immediately and aborts
 * the method's own signal. @throws the reason of `signal`; `WorkerCrash`; an `Error` with the message of the method's
 * error; `DataCloneError` for an argument that cannot be cloned
 */
export async function callWorker<Api, M extends keyof Api>(
  { methods, crash }: WorkerOf<Api>,
  method: M,
  args: ArgumentsOf<Api[M]>,
  { signal, onProgress, transfer: moved = [] }: CallOptions<ProgressOf<Api[M]>> = {},
): Promise<Awaited<ResultOf<Api[M]>>> {
  signal?.throwIfAborted()
  crash.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  const settled = new AbortController()
  const whilePending = { signal: settled.signal }
  port1.onmessage = ({ data }) => onProgress?.(data)
  const interrupted = new Promise<never>((_, reject) => {
    // a promise for the crash would hold the results of all calls, because it is pending while the worker runs
    crash.addEventListener('abort', () => reject(crash.reason), whilePending)
    const abort = () => {
      port1.postMessage('abort')
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, whilePending)
  })
  try {
    return await Promise.race([methods[method](...args, transfer(port2, [port2, ...moved])), interrupted])
  } finally {
    settled.abort()
    port1.onmessage = null
  }
}

/** Starts a worker for a single call, and terminates the worker when the call settles. @throws like `callWorker` */
export async function callOnce<Api, M extends keyof Api>(
  start: () => WorkerOf<Api>,
  method: M,
  args: ArgumentsOf<Api[M]>,
  options: CallOptions<ProgressOf<Api[M]>> = {},
): Promise<Awaited<ResultOf<Api[M]>>> {
  options.signal?.throwIfAborted()
  const worker = start()
  try {
    return await callWorker(worker, method, args, options)
  } finally {
    worker.terminate()
  }
}

/** Exposes the methods of this worker to the thread that started it. */
export function exposeMethods<Api extends object>(methods: Api, port?: Endpoint): void {
  const called = Object.entries(methods).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      const channel = args.pop() as MessagePort // safe cast: `callWorker` passes the port as the last argument
      const controller = new AbortController()
      channel.onmessage = () => controller.abort()
      const call: WorkerCall<unknown> = {
        signal: controller.signal,
        onProgress: (progress) => channel.postMessage(progress),
      }
      try {
        return await method(...args, call)
      } finally {
        channel.close()
      }
    },
  ])
  expose(Object.fromEntries(called), port)
}

/**
 * Workers of one kind that run calls in parallel, one call per worker. If a call fails, its worker is terminated,
 * because the worker's memory may be exhausted.
 */
export class WorkerPool<Api> {
  readonly #idle: WorkerOf<Api>[] = []
  readonly #all = new Set<WorkerOf<Api>>()
  readonly #waiting: (() => void)[] = []
  readonly #disposal = new AbortController()

  /** Starts `count` workers, or fewer if the browser cannot start that many. */
  constructor(start: () => WorkerOf<Api>, count: number) {
    try {
      while (this.#all.size < count) {
        const worker = start()
        this.#all.add(worker)
        this.#idle.push(worker)
      }
    } catch {
      // If only some workers start, they run all calls. If no worker starts, each call fails.
    }
  }

  get size(): number {
    return this.#all.size
  }

  /**
   * Calls a method of the next idle worker.
   * @throws the errors of `callWorker`, a `WorkerCrash` if no worker is left, and an `AbortError` after `dispose`
   */
  async call<M extends keyof Api>(
    method: M,
    args: ArgumentsOf<Api[M]>,
    options: Pick<CallOptions<never>, 'transfer'> = {},
  ): Promise<Awaited<ResultOf<Api[M]>>> {
    while (this.#all.size > 0 && this.#idle.length === 0) await new Promise<void>((wake) => this.#waiting.push(wake))
    const { signal } = this.#disposal
    signal.throwIfAborted()
    const worker = this.#idle.shift()
    if (!worker) throw new WorkerCrash('no worker is left')
    try {
      const result = await callWorker(worker, method, args, { ...options, signal })
      this.#idle.push(worker)
      return result
    } catch (cause) {
      if (this.#all.delete(worker)) worker.terminate()
      throw cause
    } finally {
      this.#waiting.shift()?.()
      if (this.#all.size === 0) this.#wakeAll()
    }
  }

  /** Terminates all workers. Rejects pending calls. */
  dispose(): void {
    for (const worker of this.#all) worker.terminate()
    this.#all.clear()
    this.#disposal.abort()
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
