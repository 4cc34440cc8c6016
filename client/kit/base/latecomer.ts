/** Something that comes later than whoever needs it, and may go and come again. */
export interface Latecomer<T> {
  readonly present: T | null
  set(value: T | null): void
  /** It, as soon as it is there. Rejects with an AbortError when it will not come any more. */
  arrival(): Promise<T>
  /** It will not come any more. */
  cancel(): void
}

export function createLatecomer<T>(): Latecomer<T> {
  let present: T | null = null
  let waiting: { resolve(value: T): void; reject(reason: unknown): void }[] = []
  return {
    get present() {
      return present
    },
    set(value) {
      present = value
      if (value === null) return
      for (const { resolve } of waiting) resolve(value)
      waiting = []
    },
    arrival() {
      if (present !== null) return Promise.resolve(present)
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    cancel() {
      for (const { reject } of waiting) reject(new DOMException('it will not come any more', 'AbortError'))
      waiting = []
    },
  }
}
