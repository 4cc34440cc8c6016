import { subscribe } from 'valtio/vanilla'
import { subscribeKey } from 'valtio/vanilla/utils'
import { stopAll } from '#client/kit/async/listeners.ts'
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
 * After each edit, undo, redo and change to the subject, and when the user stops typing, sets readable colors on text
 * layers whose colors the user hasn't set. Waits for the end of a gesture. Does nothing before the subject is found.
 * Setting the colors doesn't add an undo step. Returns a function that stops this.
 */
export function keepTextColorsReadable({ session, paint, whenIdle }: TextColorsDeps): () => void {
  const { doc, ui, history, assets } = session
  const latest = createLatestTask()
  const update = async (signal: AbortSignal) => {
    await untilFree(whenIdle, () => history.isOpen, signal)
    const before = snapshotOf(session)
    if (signal.aborted || !before.separation || automaticTexts(before).length === 0) return
    const changes = await automaticColors(before, assets, paint, ui.typing)
    if (signal.aborted || history.isOpen || changes.size === 0) return
    history.amend(() => {
      for (const [id, colors] of changes) Object.assign(doc.layers[id] ?? {}, colors)
    })
  }
  const start = () => void latest.run(update).catch(console.debug)
  return stopAll([
    subscribe(history.state, start),
    subscribeKey(doc, 'separation', start), // isn't an undo step
    subscribeKey(ui, 'typing', start),
    () => latest.cancel(),
  ])
}
