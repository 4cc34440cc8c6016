/** What is kept on the device between visits. It may be full, or forbidden. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function deviceStorage(): DeviceStorage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null // the browser forbids it
  }
}

/** What cannot be kept must not stop what is being done. */
export function tolerant(write: () => void): void {
  try {
    write()
  } catch (error) {
    console.warn(error)
  }
}
