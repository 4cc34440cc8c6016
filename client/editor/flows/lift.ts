import { t } from '../../kit/i18n/translate.ts'
import { isFull } from '../../layers/actions.ts'
import { newLayer } from '../../layers/newLayer.ts'
import type { SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import type { Matte } from '../../media/segmenter/segmenter.ts'
import type { SubjectSelection } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { matteBox } from '../../render/matting/matteBox.ts'
import { partOf } from '../../render/objects/partition.ts'
import { createLatestFlow } from './latestFlow.ts'
import { LIFT } from './messages.ts'
import type { Announcer } from './status.ts'

/** What the lifter works with. */
export interface LiftDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'segmentChoices'>
  /** Id of the refiner's pipeline; stored with the objects. */
  pipeline: string
}

interface Task {
  chosen: SubjectSelection
  erases: boolean
}

/** Flow that lifts objects out of the photo, one after the other, each as one undo step. */
export interface Lifter {
  /** Lifts what `chosen` selects; `erases`: the object is hidden at once, so that the background is filled in its place. */
  lift(chosen: SubjectSelection, erases: boolean): void
  /** Lifts nothing of what was asked for and is not lifted yet. */
  cancel(): void
}

/** Creates the flow. */
export function createLifter(deps: LiftDeps): Lifter {
  const { session, announcer } = deps
  let waiting: Task[] = []
  let isRunning = false
  const flow = createLatestFlow(deps, () => {
    if (session.ui.busy === null) announcer.clear() // during an upload the status belongs to the upload
  })
  const runAll = async (signal: AbortSignal) => {
    isRunning = true
    try {
      for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift())
        await liftOne(deps, task, signal)
    } finally {
      if (!signal.aborted) isRunning = false
    }
  }
  return {
    lift(chosen, erases) {
      waiting.push({ chosen, erases })
      if (!isRunning) void flow.run(runAll)
    },
    cancel() {
      waiting = []
      isRunning = false
      flow.cancel()
    },
  }
}

async function liftOne(deps: LiftDeps, task: Task, signal: AbortSignal): Promise<void> {
  const { session, announcer, refiner } = deps
  const { doc, assets, notices } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return
  if (isFull(snapshotOf(session), 'object')) return notices.toast({ title: t(LIFT.full) })
  announcer.busy(LIFT.lifting)
  const { start, choices } = task.chosen
  const found = await refiner.segmentChoices(photo.bitmap, start, choices, {
    signal,
    onProgress(progress) {
      if (signal.aborted || session.ui.busy !== null) return
      announcer.busy(LIFT.lifting, progress.stage === 'loading' ? progress.loadedBytes / progress.totalBytes : null)
    },
  })
  if (signal.aborted || doc.photo?.asset !== photo.id) return
  if (found.ok && addObject(deps, found.value, task)) return
  const isNothing = found.ok || found.error === 'no-subject' // a result, not a failure
  notices.toast(isNothing ? { title: t(LIFT.nothing) } : { title: t(LIFT.notLifted), isDestructive: true })
}

/** Adds the object as one undo step. Returns false when nothing is covered. */
function addObject({ session, pipeline }: LiftDeps, found: Matte, { chosen, erases }: Task): boolean {
  const { doc, assets, history } = session
  const around = matteBox({ ...found, kind: 'matte', id: '' as never })
  const part = around && partOf(found, matteOf(snapshotOf(session), assets), around)
  const matte = part && assets.put({ kind: 'matte', width: found.width, height: found.height, coverage: part.coverage })
  const asset = matte && assets.matte(matte)
  const box = asset && matteBox(asset)
  if (!part || !box) return false
  const { start, choices } = chosen
  history.transact(erases ? t('Erase object') : t('Lift object'), () => {
    const id = newLayer(doc, 'object', {
      lifted: {
        matte,
        model: pipeline,
        home: part.home,
        suggestion: typeof start === 'number' ? start : -1,
        choices,
        box,
      },
      placement: part.home === 'subject' ? 'foreground' : 'background',
    })
    const layer = doc.layers[id]
    if (layer && erases) layer.isHidden = true
  })
  session.collect()
  return true
}
