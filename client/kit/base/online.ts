/** Whether the device has a network connection, as far as the browser knows. True outside a browser. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false

/** Resolves when the device is online again, at once if it is; also when `signal` aborts. */
export function whenOnline(signal: AbortSignal): Promise<void> {
  if (isOnline() || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = () => {
      done.abort()
      resolve()
    }
    addEventListener('online', end, { signal: done.signal })
    signal.addEventListener('abort', end, { signal: done.signal })
  })
}
