/** The network connection as the browser reports it. */

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

/**
 * Returns true when the browser's data saver is on (`navigator.connection.saveData`). Nothing large is prefetched then.
 */
export const isSaveDataOn = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
