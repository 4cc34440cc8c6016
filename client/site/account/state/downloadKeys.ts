import { type DeviceStorage, deviceStorage, tryRead, tryWrite } from '#client/kit/device-storage/deviceStorage.ts'
import { randomUuid } from '#client/kit/values/ids.ts'

/**
 * The idempotency keys of downloads. A key is stored before the first request and deleted when a file is delivered.
 * Retries use the same key, even after a reload. The server charges each key once, so a lost response doesn't cost a
 * second credit.
 */
export type DownloadKeys = ReturnType<typeof createDownloadKeys>

const nameOf = (userId: string) => `midground-download:${userId}`
const batchNameOf = (userId: string) => `midground-batch-owed:${userId}`

/**
 * Creates the store of idempotency keys of downloads, one per user, in local storage. `storage` is null if the browser
 * blocks local storage. Without storage, or if a write fails, the keys are in memory until the page is closed. `random`
 * returns a key.
 */
export function createDownloadKeys(storage: DeviceStorage | null = deviceStorage(), random: () => string = randomUuid) {
  /** Keys in memory, for browsers that block local storage. */
  const held = new Map<string, string>()
  const read = (name: string): string | null => tryRead(name, storage) ?? held.get(name) ?? null
  const keep = (name: string, value: string) => {
    held.set(name, value)
    tryWrite(() => storage?.setItem(name, value))
  }
  const forget = (name: string) => {
    held.delete(name)
    tryWrite(() => storage?.removeItem(name))
  }
  return {
    /** Returns true from a credit request until a file is delivered or the request rejected. A credit may be spent. */
    isOwed: (userId: string) => read(nameOf(userId)) !== null || read(batchNameOf(userId)) !== null,
    /** Returns the user's stored key, or creates and stores a new key. */
    keyFor(userId: string) {
      const known = read(nameOf(userId))
      if (known) return known
      const key = random()
      keep(nameOf(userId), key)
      return key
    },
    /** Discards the key after a delivered file or a rejection. The next download gets a new key. */
    settle: (userId: string) => forget(nameOf(userId)),
    /** Stores whether the user's batch has undelivered files. The batch itself stores its keys. */
    setBatchOwed(userId: string, isOwed: boolean) {
      if (!isOwed) forget(batchNameOf(userId))
      else if (read(batchNameOf(userId)) === null) keep(batchNameOf(userId), '1')
    },
  }
}
