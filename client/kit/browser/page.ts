/** The HTML page around the app: its meta elements, its first paint, its downloads and the Back button. */
import { REVISION_META } from '#server/contract/pages/addresses.ts'

/** The product's name: BRAND_NAME, which the server writes into the page's head, or "Midground". */
export const BRAND_NAME: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Midground'

/** Returns this page's build revision, from a meta element. Null in development. */
export const buildRevision = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name=${REVISION_META}]`)?.content ?? null

/**
 * Returns the time since the prerendered HTML of the page (client/app/prerender/prerender.tsx) was first painted, in
 * ms. Returns null when that HTML is not visible: after the app has replaced it, or during the build. Also returns null
 * in a browser that doesn't report paint times.
 */
export function timeSinceFirstPaint(): number | null {
  // `document` is undefined while the build prerenders pages
  const picture = globalThis.document?.querySelector('.prerendered')
  if (!picture?.checkVisibility({ visibilityProperty: true })) return null
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted ? performance.now() - painted.startTime : null
}

/**
 * Handles `popstate` before the router does, so that a page with unsaved work controls the Back button. A window calls
 * its listeners in the order of registration. The app therefore registers the listener for this handler before the
 * router's listener.
 */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/** Registers the window's `popstate` listener. The app calls this function once, before it creates the router. */
export function listenToBackFirst(): void {
  addEventListener('popstate', (event) => guard?.(event))
}

/**
 * Sets the handler of Back and Forward. Replaces an earlier handler. The handler runs before the router's listener
 * and can suppress that listener with `stopImmediatePropagation`. Returns a function that removes the handler.
 */
export function interceptBack(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}

function download(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/**
 * Object URL of the last downloaded file. Only the next download revokes the URL, because a phone may read the file
 * much later.
 */
let last = ''

export function saveFile(file: Blob, name: string): void {
  URL.revokeObjectURL(last)
  last = URL.createObjectURL(file)
  download(last, name)
}
