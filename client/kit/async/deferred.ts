export type Deferred<T> = ReturnType<typeof createDeferred<T>>

/** Creates a deferred value, which starts unset. Unlike a promise, the value can be removed and set again. */
export function createDeferred<T>() {
  let current: T | null = null
  let waiting: { resolve(value: T): void; reject(reason: unknown): void }[] = []
  return {
    /** The value, or null if no value is set. */
    get current(): T | null {
      return current
    },
    /** Sets the value. Null removes it. */
    set(value: T | null) {
      current = value
      if (value === null) return
      for (const { resolve } of waiting) resolve(value)
      waiting = []
    },
    /** Resolves with the value as soon as a value is set. Rejects with an AbortError on `cancel`. */
    ready(): Promise<T> {
      if (current !== null) return Promise.resolve(current)
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    /** Rejects every pending call of `ready`. */
    cancel() {
      for (const { reject } of waiting) reject(new DOMException('cancelled', 'AbortError'))
      waiting = []
    },
  }
}
