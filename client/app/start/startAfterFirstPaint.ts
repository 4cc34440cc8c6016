/** Maximum delay without a paint event, ms: the tab may be in the background, or the browser may not report paints. */
const LONGEST_MS = 3000

/**
 * Loads the app's script on a prerendered page (scripts/pages) after the prerendered HTML has been painted. Otherwise a
 * phone with the script in its cache would run the script first and paint late. What the page needs later is fetched from
 * then on, so that it takes no bandwidth from what is painted first. `isShown` is false when the prerendered HTML is
 * hidden; the script then starts at DOMContentLoaded.
 */
export function startAfterFirstPaint(isShown: boolean): void {
  if (!isShown || document.visibilityState === 'hidden') addEventListener('DOMContentLoaded', begin)
  else {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
    setTimeout(begin, LONGEST_MS)
  }
}

function begin(): void {
  const kept = document.querySelector<HTMLLinkElement>('link[data-app]')
  if (!kept) return // the script was already started
  kept.removeAttribute('data-app')
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = kept.href
  const later = document.querySelector<HTMLTemplateElement>('template[data-later]')
  document.head.append(script, ...(later ? [later.content] : []))
}
