/** Who wants to be told of something that changes too often for valtio, or outside of it. */
export interface Listeners<T extends readonly unknown[] = []> {
  /** For React's `useSyncExternalStore` as well; the answer stops it. */
  subscribe(listener: (...news: T) => void): () => void
  /** Whoever joins or leaves meanwhile counts from the next time on. */
  tell(...news: T): void
  clear(): void
}

export function createListeners<T extends readonly unknown[] = []>(): Listeners<T> {
  const listeners = new Set<(...news: T) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(...news) {
      for (const listener of [...listeners]) listener(...news)
    },
    clear: () => listeners.clear(),
  }
}
