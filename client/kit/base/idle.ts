/** When to do what may wait a little, and when it may wait no longer. */

/** A busy page is not waited for any longer, ms. */
const LONGEST_MS = 200
/** Where the browser does not tell of idle moments, ms. */
const INSTEAD_MS = 50
/** Nothing has happened for so long that a picture may be made, ms. */
const QUIET_MS = 1500

/** Calls back in an idle moment, soon or after a while of quiet; the answer calls it off. */
export function whenIdle(run: () => void, wait: 'soon' | 'quiet'): () => void {
  let callOff = () => {}
  const soon = () => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(run, INSTEAD_MS)
      callOff = () => clearTimeout(timer)
    } else {
      const handle = requestIdleCallback(run, { timeout: LONGEST_MS })
      callOff = () => cancelIdleCallback(handle)
    }
  }
  if (wait === 'soon') soon()
  else {
    const timer = setTimeout(soon, QUIET_MS)
    callOff = () => clearTimeout(timer)
  }
  return () => callOff()
}

/** Resolves once the browser has shown what React has rendered by now. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve)) // the frame is shown before the next task begins
  })

/** Calls back whenever the page goes out of sight, as it also does on its way out; the answer ends it. */
export function whenHidden(run: () => void): () => void {
  const ends = new AbortController()
  const onChange = () => document.visibilityState === 'hidden' && run()
  document.addEventListener('visibilitychange', onChange, ends)
  addEventListener('pagehide', run, ends)
  return () => ends.abort()
}
