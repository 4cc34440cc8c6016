import { subscribe } from 'valtio/vanilla'
import { createLatestTask, untilFree } from '#client/kit/async/scheduling.ts'
import { automaticColors, automaticTexts, type PaintReduced } from '#client/layers/text/automaticColors.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'

interface TextColorsDeps {
  session: Session
  paint: PaintReduced
  /** Calls `run` in an idle period. */
  whenIdle(run: () => void): void
}

/**
 * After each undo step, gives readable colors to the text layers whose colors the user hasn't set. The new colors
 * don't become a separate undo step. Returns a function that stops the changes.
 */
export function keepTextColorsReadable({ session, paint, whenIdle }: TextColorsDeps): () => void {
  const { doc, history, assets } = session
  const latest = createLatestTask()
  const update = async (signal: AbortSignal) => {
    await untilFree(whenIdle, () => history.isOpen, signal)
    const before = snapshotOf(session)
    if (signal.aborted || !before.separation || automaticTexts(before).length === 0) return
    const changes = await automaticColors(before, assets, paint)
    if (signal.aborted || history.isOpen || changes.size === 0) return
    history.amend(() => {
      for (const [id, colors] of changes) Object.assign(doc.layers[id] ?? {}, colors)
    })
  }
  const stop = subscribe(history.state, () => void latest.run(update).catch(console.debug))
  return () => {
    stop()
    latest.cancel()
  }
}
