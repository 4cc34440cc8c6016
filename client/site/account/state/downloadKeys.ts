import { type DeviceStorage, deviceStorage, tryWrite } from '../../../kit/base/deviceStorage.ts'

/**
 * The idempotency key of a download's credit. It is stored before the first request and kept until a file has been
 * delivered; retries, also after a reload, use the same key. The server charges a key once, so a granted credit whose
 * response was lost is not charged again. One file, one credit.
 */
export interface DownloadKeys {
  /**
   * Returns true when a credit was requested and no file has been delivered since, so the credit may have been spent.
   */
  isOwed(userId: string): boolean
  /** Returns the stored key of the user; creates and stores one where there is none. */
  keyFor(userId: string): string
  /** Discards the key after a delivered file or a refusal; the next download gets a new one. */
  settle(userId: string): void
  /** Notes whether the queue of photos, which stores its own keys, is owed files. */
  setBatchOwed(userId: string, isOwed: boolean): void
}

const nameOf = (userId: string) => `midground-download:${userId}`
const batchNameOf = (userId: string) => `midground-batch-owed:${userId}`

/**
 * Creates the store of idempotency keys of downloads, one per user, in local storage. `storage`: null = the browser refuses
 * local storage; then, and where a write fails, keys are kept in memory until the page is closed. `random` returns a new key.
 */
export function createDownloadIdempotencyKeys(
  storage: DeviceStorage | null = deviceStorage(),
  random: () => string = () => crypto.randomUUID(),
): DownloadKeys {
  /** Fallback for browsers that refuse local storage; it lasts as long as the page. */
  const held = new Map<string, string>()
  const read = (name: string): string | null => {
    try {
      return storage?.getItem(name) ?? held.get(name) ?? null
    } catch {
      return held.get(name) ?? null
    }
  }
  const keep = (name: string, value: string) => {
    held.set(name, value)
    tryWrite(() => storage?.setItem(name, value))
  }
  const forget = (name: string) => {
    held.delete(name)
    tryWrite(() => storage?.removeItem(name))
  }
  return {
    isOwed: (userId) => read(nameOf(userId)) !== null || read(batchNameOf(userId)) !== null,
    keyFor(userId) {
      const known = read(nameOf(userId))
      if (known) return known
      const key = random()
      keep(nameOf(userId), key)
      return key
    },
    settle: (userId) => forget(nameOf(userId)),
    setBatchOwed(userId, isOwed) {
      if (!isOwed) forget(batchNameOf(userId))
      else if (read(batchNameOf(userId)) === null) keep(batchNameOf(userId), '1')
    },
  }
}

/** Runs `act` under a Web Lock, because all tabs share the key. Without the Web Locks API it runs at once. */
export const withDownloadLock = <T>(act: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request('midground-download', act) : act()
