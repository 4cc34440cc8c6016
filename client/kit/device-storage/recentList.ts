import { personalStorage } from './deviceOwner.ts'
import { type DeviceStorage, parseJson, tryRead, tryWrite } from './deviceStorage.ts'

/**
 * Creates a list of the most recently used strings of the account in local storage, newest first. `key`: storage key.
 * `limit`: maximum number of items. Without storage the list is always empty.
 */
export const recentList = (key: string, limit: number, storage: DeviceStorage | null = personalStorage()) => {
  const read = () => {
    const kept = parseJson(tryRead(key, storage))
    return Array.isArray(kept) ? kept.filter((item) => typeof item === 'string').slice(0, limit) : []
  }
  return {
    read,
    /**
     * Adds an item at the front of the list, or moves a listed item to the front. Removes the oldest item beyond the
     * limit.
     */
    add(item: string) {
      const items = [item, ...read().filter((other) => other !== item)].slice(0, limit)
      tryWrite(() => storage?.setItem(key, JSON.stringify(items)))
    },
  }
}
