/** A most-recently-used list of strings, newest first, in local storage. Without storage it is always empty. */
import { type DeviceStorage, deviceStorage, tryWrite } from './deviceStorage.ts'
import { parseJson } from './json.ts'

/** A most-recently-used list of strings, newest first, in local storage. Without storage it is always empty. */
export interface RecentList {
  read(): string[]
  /** Moves or adds the item to the front; the oldest item beyond the limit is dropped. */
  add(item: string): void
}

/** Creates a RecentList under the storage key `key` with at most `limit` items. */
export const recentList = (key: string, limit: number, storage: DeviceStorage | null = deviceStorage()): RecentList => {
  const read = () => {
    const kept = parseJson(storage?.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((item) => typeof item === 'string').slice(0, limit) : []
  }
  return {
    read,
    add(item) {
      const items = [item, ...read().filter((other) => other !== item)].slice(0, limit)
      tryWrite(() => storage?.setItem(key, JSON.stringify(items)))
    },
  }
}
