import {
  type ArgumentsOf,
  type CallOptions,
  callWorker,
  type ResultOf,
  WorkerCrash,
  type WorkerOf,
} from './callWorker.ts'

/**
 * Workers of one kind that run calls in parallel, one call per worker. If a call fails, its worker is terminated,
 * because the worker's memory may be exhausted.
 */
export class WorkerPool<Api> {
  readonly #idle: WorkerOf<Api>[] = []
  readonly #all = new Set<WorkerOf<Api>>()
  readonly #waiting: (() => void)[] = []
  readonly #disposal = new AbortController()

  /** Starts `count` workers, or as many as the browser can start. */
  constructor(start: () => WorkerOf<Api>, count: number) {
    try {
      while (this.#all.size < count) {
        const worker = start()
        this.#all.add(worker)
        this.#idle.push(worker)
      }
    } catch {
      // The started workers run all calls. Without any worker, each call fails.
    }
  }

  get size(): number {
    return this.#all.size
  }

  /**
   * Calls a method of the next idle worker. @throws as `callWorker` does; `WorkerCrash` without a worker; `AbortError`
   * after `dispose`
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
