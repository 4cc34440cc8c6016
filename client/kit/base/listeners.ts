/** An event emitter for values outside valtio, or values that change too often for valtio. */
export interface Listeners<T extends readonly unknown[] = []> {
  /** Adds a listener and returns a function that removes it. Fits React's `useSyncExternalStore`. */
  subscribe(listener: (...news: T) => void): () => void
  /** Calls every listener with `news`. Listeners added or removed during the call take effect with the next one. */
  emit(...news: T): void
  clear(): void
}

/** Creates an emitter without listeners. `T` is the tuple of arguments that listeners receive. */
export function createListeners<T extends readonly unknown[] = []>(): Listeners<T> {
  const listeners = new Set<(...news: T) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(...news) {
      for (const listener of [...listeners]) listener(...news)
    },
    clear: () => listeners.clear(),
  }
}
