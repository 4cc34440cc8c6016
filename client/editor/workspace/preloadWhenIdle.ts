import { whenIdle } from '#client/kit/base/scheduling.ts'

/**
 * Runs the loaders one after the other, each in an idle period. Running all at once would block the page for longer
 * than a frame. Ignores failures, because a module is requested again when it is needed. Returns a function that stops
 * the loading.
 */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const [load, ...rest] = loads
  if (!load) return () => {}
  let isEnded = false
  let end = whenIdle(() => {
    load()
      .catch(() => null)
      .then(() => {
        if (!isEnded) end = preloadWhenIdle(rest)
      })
  }, 'soon')
  return () => {
    isEnded = true
    end()
  }
}
