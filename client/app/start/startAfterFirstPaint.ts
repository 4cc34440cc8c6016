/** A page that is not painted by then is not going to be, ms: it is behind others, or the browser does not tell. */
const LONGEST_MS = 3000

/**
 * Begins the app where the page keeps it back (scripts/pages) because it has a first picture: once that is on the screen,
 * for a phone that has the script already would run it for a while before it paints anything.
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
