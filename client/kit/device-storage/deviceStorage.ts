/** Functions for local storage and for the untrusted JSON in it. */
import { listen } from '../async/listeners.ts'

/** The methods of `localStorage` that the client uses. A write throws when the storage is full. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns `localStorage`, or null if the browser forbids access to the storage. */
export function deviceStorage(): DeviceStorage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null // the browser forbids access
  }
}

/** Returns the stored value, or null if the key is absent or the browser forbids access. */
export function tryRead(key: string, storage: Pick<Storage, 'getItem'> | null = deviceStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null // the browser forbids access
  }
}

/** Runs `write`. Logs exceptions and never throws. A write fails, for example, when the storage is full. */
export function tryWrite(write: () => void): void {
  try {
    write()
  } catch (error) {
    console.warn(error)
  }
}

/** Calls `listener` with the new value when another tab changes the key. Returns the function to unsubscribe. */
export const onOtherTab = (key: string, listener: (value: string | null) => void): (() => void) =>
  listen(window, { storage: (event) => event.key === key && listener(event.newValue) })

/** Returns the parsed value, or null when `text` is null or invalid JSON. Never throws, so `text` may be untrusted. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // invalid JSON
  }
}

/** Returns `value` if it is an object, otherwise an empty record. `value` may be untrusted. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
