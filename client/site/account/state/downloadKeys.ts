import { type DeviceStorage, deviceStorage, tryRead, tryWrite } from '#client/kit/device-storage/deviceStorage.ts'
import { randomUuid } from '#client/kit/values/ids.ts'

/**
 * The idempotency keys of downloads. A key is stored before the first request, and deleted when the file was delivered.
 * Retries use the same key, even after a reload. The server charges each key only once, so a lost response doesn't cost
 * a second credit.
 */
export type DownloadKeys = ReturnType<typeof createDownloadKeys>

const nameOf = (userId: string) => `midground-download:${userId}`
const batchNameOf = (userId: string) => `midground-batch-owed:${userId}`

/**
 * Creates the store for the idempotency keys of downloads in local storage, one key per user. `storage` is null if the
 * browser blocks local storage. Without storage, or if a write fails, keys are held in memory until the page is closed.
 * `random` returns a new key.
 */
export function createDownloadKeys(storage: DeviceStorage | null = deviceStorage(), random: () => string = randomUuid) {
  /** Keys in memory, if the browser blocks local storage. */
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
    /**
     * Returns true if a credit may have been spent: from the request until the file is delivered or the request is
     * rejected.
     */
    isOwed: (userId: string) => read(nameOf(userId)) !== null || read(batchNameOf(userId)) !== null,
    /** Returns the user's stored key. If there is none, creates and stores a new key. */
    keyFor(userId: string) {
      const known = read(nameOf(userId))
      if (known) return known
      const key = random()
      keep(nameOf(userId), key)
      return key
    },
    /** Deletes the key after the file was delivered or the request was rejected. The next download gets a new key. */
    settle: (userId: string) => forget(nameOf(userId)),
    /** Stores whether the user's batch has undelivered files. The keys themselves are stored in the batch. */
    setBatchOwed(userId: string, isOwed: boolean) {
      if (!isOwed) forget(batchNameOf(userId))
      else if (read(batchNameOf(userId)) === null) keep(batchNameOf(userId), '1')
    },
  }
}
