/** Returns a function that calls all functions, each of which stops something. */
export const stopAll = (stops: readonly (() => unknown)[]) => (): void => {
  for (const stop of stops) stop()
}

/** An event emitter for values outside valtio, or values that change too often for valtio. */
export type Listeners<T extends readonly unknown[] = []> = ReturnType<typeof createListeners<T>>

/** Creates an emitter without listeners. `T` is the tuple of arguments that listeners receive. */
export function createListeners<T extends readonly unknown[] = []>() {
  const listeners = new Set<(...news: T) => void>()
  return {
    /** Adds a listener and returns a function that removes it. Fits React's `useSyncExternalStore`. */
    subscribe(listener: (...news: T) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls every listener with `news`. Listeners added or removed during the call take effect with the next one. */
    emit(...news: T) {
      for (const listener of [...listeners]) listener(...news)
    },
    clear: () => listeners.clear(),
  }
}
