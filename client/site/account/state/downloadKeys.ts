import { type DeviceStorage, deviceStorage, tryWrite } from '#client/kit/base/deviceStorage.ts'

const nameOf = (userId: string) => `midground-download:${userId}`
const batchNameOf = (userId: string) => `midground-batch-owed:${userId}`

/**
 * The idempotency keys of downloads. A key is stored before the first request and kept until a file is delivered.
 * Retries use the same key, also after a reload. The server charges each key once, so a lost response costs no second
 * credit.
 */
export type DownloadKeys = ReturnType<typeof createDownloadIdempotencyKeys>

/**
 * Creates the store of idempotency keys of downloads, one per user, in local storage. `storage` is null if the browser
 * blocks local storage. Without storage, or if a write fails, the keys stay in memory until the page is closed.
 * `random` returns a key.
 */
export function createDownloadIdempotencyKeys(
  storage: DeviceStorage | null = deviceStorage(),
  random: () => string = () => crypto.randomUUID(),
) {
  /** Keys in memory, for browsers that block local storage. */
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
    /** Returns true if a credit was requested and no file has been delivered since. The credit may have been spent. */
    isOwed: (userId: string) => read(nameOf(userId)) !== null || read(batchNameOf(userId)) !== null,
    /** Returns the user's stored key, or creates and stores a new key. */
    keyFor(userId: string) {
      const known = read(nameOf(userId))
      if (known) return known
      const key = random()
      keep(nameOf(userId), key)
      return key
    },
    /** Discards the key after a delivered file or a refusal. The next download gets a new key. */
    settle: (userId: string) => forget(nameOf(userId)),
    /** Stores whether the user's batch has undelivered files. The batch itself stores its keys. */
    setBatchOwed(userId: string, isOwed: boolean) {
      if (!isOwed) forget(batchNameOf(userId))
      else if (read(batchNameOf(userId)) === null) keep(batchNameOf(userId), '1')
    },
  }
}

/** Runs `act` under a Web Lock, because all tabs share the key. Without the Web Locks API, runs `act` at once. */
export const withDownloadLock = <T>(act: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request('midground-download', act) : act()
