export const stopAll = (stops: readonly (() => unknown)[]) => (): void => {
  for (const stop of stops) stop()
}

type EventsOf<T> = T extends Window
  ? WindowEventMap
  : T extends Document
    ? DocumentEventMap
    : T extends HTMLElement
      ? HTMLElementEventMap
      : T extends BroadcastChannel
        ? BroadcastChannelEventMap
        : Record<string, Event>

/**
 * Adds the listeners in a record, keyed by event name, to `target`. Returns a function that removes these listeners.
 */
export function listen<T extends EventTarget>(
  target: T,
  listeners: { [E in keyof EventsOf<T>]?: (event: EventsOf<T>[E]) => unknown },
  options: { capture?: true; passive?: true } = {},
): () => void {
  const ended = new AbortController()
  for (const [event, listener] of Object.entries(listeners))
    target.addEventListener(event, listener as (event: Event) => unknown, { ...options, signal: ended.signal })
  return () => ended.abort()
}

/** An event emitter for values outside valtio's state, for example because they change too often. */
export type Listeners<T extends readonly unknown[] = []> = ReturnType<typeof createListeners<T>>

/** Creates an emitter without listeners. `T` is the tuple of the listeners' arguments. */
export function createListeners<T extends readonly unknown[] = []>() {
  const listeners = new Set<(...news: T) => void>()
  return {
    /** Adds a listener. Returns a function that removes the listener. Suits React's `useSyncExternalStore`. */
    subscribe(listener: (...news: T) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Calls every listener with `news`. Listeners that are added or removed during this call take effect at the next
     * call.
     */
    emit(...news: T) {
      for (const listener of [...listeners]) listener(...news)
    },
    clear: () => listeners.clear(),
  }
}
