/** The HTML page around the app: its meta elements, its first paint, and Back. */
import { REVISION_META } from '#server/contract/addresses.ts'

/**
 * The product's name. The server writes the operator's BRAND_NAME into the page's head; without one it is "Midground".
 */
export const BRAND_NAME: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Midground'

/** Returns the revision of the build that this page belongs to, from a meta element; null in development. */
export const buildRevision = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name=${REVISION_META}]`)?.content ?? null

/**
 * Returns the time since the prerendered picture of the page (client/app/prerender/prerender.tsx) was first painted,
 * ms. Null when the picture is not visible: after the app has replaced it, or during the build.
 */
export function timeSinceFirstPaint(): number | null {
  const picture = globalThis.document?.querySelector('.prerendered') // `document` is undefined while the build prerenders pages
  if (!picture?.checkVisibility({ visibilityProperty: true })) return null
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted ? performance.now() - painted.startTime : null
}

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
