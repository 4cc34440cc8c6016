/** Functions that read the state of the network connection from the browser. */
import { withLock } from '../async/scheduling.ts'

/** Returns false if the browser reports that the device is offline. Returns true outside a browser. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false

/** Resolves when the device is online or `signal` is aborted, or immediately if the device is online already. */
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
 * Returns true when the browser's data saver is on (`navigator.connection.saveData`). With the data saver on, the
 * client doesn't prefetch large files.
 */
export const isSaveDataOn = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/**
 * Name of a Web Lock. A tab holds the lock in shared mode while its user waits for a photo. The browser releases the
 * lock when the tab closes.
 */
const WAITING_USER = 'midground-waiting-user'

/**
 * Makes the service worker's downloads wait until `work` settles, because they compete with a photo's analysis for the
 * processor and the network. Has no effect if Web Locks are missing (plain HTTP).
 */
export function holdDownloads(work: Promise<unknown>): void {
  const settled = () => work.then(ignore, ignore)
  void withLock(WAITING_USER, settled, { mode: 'shared' }).catch(ignore)
}

/**
 * Resolves when no tab delays the service worker's downloads (`holdDownloads`). Resolves immediately if Web Locks are
 * missing (plain HTTP).
 */
export const whenDownloadsMayRun = (): Promise<void> => withLock(WAITING_USER, ignore).catch(ignore)

const ignore = (): void => undefined
