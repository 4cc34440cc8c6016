/** Returns false when the browser knows that the device has no network connection. True outside a browser. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false

/** Resolves when the device is online or when `signal` aborts; at once if either is the case already. */
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
