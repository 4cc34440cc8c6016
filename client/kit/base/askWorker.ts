/** A request to a worker that lives as long as the answer takes. */
interface Options {
  signal: AbortSignal
  /** Buffers that move to the worker instead of being copied. */
  transfer?: Transferable[]
}

/**
 * Starts a worker, posts `request` to it and resolves with its first message; then the worker is terminated.
 * @throws the reason of `signal` when it aborts; an `Error` when the worker cannot start or throws; a `DataCloneError` when
 * the request cannot be sent
 */
export function askWorker<A>(start: () => Worker, request: unknown, { signal, transfer = [] }: Options): Promise<A> {
  return new Promise<A>((resolve, reject) => {
    signal.throwIfAborted()
    const worker = start()
    const end = () => {
      signal.removeEventListener('abort', abort)
      worker.terminate()
    }
    const abort = () => {
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort)
    worker.onmessage = ({ data }: MessageEvent<A>) => {
      end()
      resolve(data)
    }
    worker.onerror = (event) => {
      end()
      reject(new Error(`worker: ${event.message}`))
    }
    try {
      worker.postMessage(request, transfer)
    } catch (error) {
      end()
      throw error // rejects the promise
    }
  })
}
