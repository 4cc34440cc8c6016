/** Local storage. Writing may fail because it is full, and the browser may forbid it altogether. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function deviceStorage(): DeviceStorage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null // the browser forbids it
  }
}

/** Runs a write and logs its failure: a full storage must not stop the caller. */
export function tolerant(write: () => void): void {
  try {
    write()
  } catch (error) {
    console.warn(error)
  }
}
