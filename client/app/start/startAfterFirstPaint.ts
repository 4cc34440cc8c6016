/** Start by then without a paint event, ms: the tab is in the background, or the browser does not report paints. */
const LONGEST_MS = 3000

/**
 * Starts the app on a prerendered page (scripts/pages) once the prerendered HTML has been painted. A phone with the script in
 * its cache would otherwise run it first and paint late.
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
  if (!kept) return // it has begun
  kept.removeAttribute('data-app')
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = kept.href
  document.head.append(script)
}
