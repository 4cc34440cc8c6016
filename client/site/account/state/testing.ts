import type { DeviceStorage } from '#client/kit/base/deviceStorage.ts'

/** Returns an in-memory `DeviceStorage` for tests. */
export function memoryStorage(): DeviceStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}
