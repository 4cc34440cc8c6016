/**
 * Hears of Back before the router does. A window calls its listeners in the order in which they were added, `capture` or
 * not, so the app adds this one before anything else; whoever holds work on a page decides what it does.
 */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

export function listenToBackFirst(): void {
  addEventListener('popstate', (event) => guard?.(event))
}

/** One at a time; the answer lets Back go on as usual. */
export function interceptBack(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
