/**
 * Handles `popstate` before the router does. A window calls its listeners in the order in which they were added, whether
 * they capture or not, so the app adds this one first. A page with unsaved work decides what Back does.
 */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/** Registers the window's `popstate` listener. The app calls it once, before it creates the router. */
export function listenToBackFirst(): void {
  addEventListener('popstate', (event) => guard?.(event))
}

/**
 * Installs the handler of Back and Forward, in place of an earlier one. It runs before the router's listener, which it can
 * suppress with `stopImmediatePropagation`. Returns a function that removes the handler.
 */
export function interceptBack(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
