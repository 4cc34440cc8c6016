import { whenIdle } from '../../kit/base/idle.ts'

/**
 * Loads one after the other, each in an idle moment: all at once they would hold the page up for longer than a frame.
 * What fails is passed over, for whoever opens it is told. The answer ends it.
 */
export function loadAhead(loads: readonly (() => Promise<unknown>)[], idle: typeof whenIdle = whenIdle): () => void {
  const [load, ...rest] = loads
  if (!load) return () => {}
  let isEnded = false
  let end = idle(() => {
    load()
      .catch(() => null)
      .then(() => {
        if (!isEnded) end = loadAhead(rest, idle)
      })
  }, 'soon')
  return () => {
    isEnded = true
    end()
  }
}
