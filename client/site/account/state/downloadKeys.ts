import { type DeviceStorage, deviceStorage, tolerant } from '../../../kit/base/deviceStorage.ts'

/**
 * The key under which a credit is asked for. It is kept from before the first try until a file has been handed over,
 * and used again for every try in between, after a reload too: the server charges a key once, so what it gave and
 * the network lost is found again by the next file. One file, one credit.
 */
export interface DownloadKeys {
  /** A credit was asked for and no file has been handed over since: it may have been taken. */
  isOwed(userId: string): boolean
  keyFor(userId: string): string
  /** The file is the user's, or the server has refused: the next one is another matter. */
  settle(userId: string): void
}

const nameOf = (userId: string) => `midground-download:${userId}`

export function createDownloadKeys(
  storage: DeviceStorage | null = deviceStorage(),
  random: () => string = () => crypto.randomUUID(),
): DownloadKeys {
  /** What the browser refuses to keep holds as long as the page does. */
  const held = new Map<string, string>()
  const read = (userId: string): string | null => {
    try {
      return storage?.getItem(nameOf(userId)) ?? held.get(userId) ?? null
    } catch {
      return held.get(userId) ?? null
    }
  }
  return {
    isOwed: (userId) => read(userId) !== null,
    keyFor(userId) {
      const known = read(userId)
      if (known) return known
      const key = random()
      held.set(userId, key)
      tolerant(() => storage?.setItem(nameOf(userId), key))
      return key
    },
    settle(userId) {
      held.delete(userId)
      tolerant(() => storage?.removeItem(nameOf(userId)))
    },
  }
}

/** Two tabs share the key: what one asks for and hands over, the other waits for. Without locks they do not wait. */
export const withDownloadLock = <T>(act: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request('midground-download', act) : act()
