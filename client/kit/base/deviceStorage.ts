/** The methods of `localStorage` that the client uses. A write throws when the storage is full. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns `localStorage`, or null where the browser forbids access to it. */
export function deviceStorage(): DeviceStorage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null // the browser forbids it
  }
}

/** Runs `write` and logs the exception that it throws, for instance because the storage is full. Never throws. */
export function tryWrite(write: () => void): void {
  try {
    write()
  } catch (error) {
    console.warn(error)
  }
}
