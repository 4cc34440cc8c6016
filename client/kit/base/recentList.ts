/** A most-recently-used list, newest first. It is kept in local storage where the browser allows that. */
import { type DeviceStorage, deviceStorage, tolerant } from './deviceStorage.ts'
import { jsonOf } from './json.ts'

export interface RecentList {
  read(): string[]
  /** Puts the item first. */
  add(item: string): void
}

/** `key` names the list on the device; `limit` is how many items it holds. */
export const recentList = (key: string, limit: number, storage: DeviceStorage | null = deviceStorage()): RecentList => {
  const read = () => {
    const kept = jsonOf(storage?.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((item) => typeof item === 'string').slice(0, limit) : []
  }
  return {
    read,
    add(item) {
      const items = [item, ...read().filter((other) => other !== item)].slice(0, limit)
      tolerant(() => storage?.setItem(key, JSON.stringify(items)))
    },
  }
}
