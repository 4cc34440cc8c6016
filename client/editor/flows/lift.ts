import { t } from '../../kit/i18n/translate.ts'
import { isFull } from '../../layers/actions.ts'
import { newLayer } from '../../layers/newLayer.ts'
import type { SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import type { BitmapAsset } from '../../model/assets/store.ts'
import type { SubjectSelection } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { type DividePhoto, dividePhoto } from '../../render/matting/partition/dividePhoto.ts'
import type { Part } from '../../render/matting/partition/partition.ts'
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
  /** Divides the photo between subject and object; absent = by a worker. */
  divide?: DividePhoto
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

/** Creates the flow. `onRunning` is called when it begins and ends to work. */
export function createLifter(deps: LiftDeps, onRunning: (isRunning: boolean) => void = () => {}): Lifter {
  const { session, announcer } = deps
  let waiting: Task[] = []
  let isRunning = false
  const run = (next: boolean) => {
    isRunning = next
    onRunning(next)
  }
  const flow = createLatestFlow(deps, () => {
    if (session.ui.busy === null) announcer.clear() // during an upload the status belongs to the upload
  })
  const runAll = async (signal: AbortSignal) => {
    run(true)
    const said = new Set<Problem>()
    try {
      for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift()) {
        const problem = await liftOne(deps, task, signal)
        if (problem === 'full') waiting = []
        if (problem && !said.has(problem)) say(session, problem)
        if (problem) said.add(problem)
      }
    } finally {
      if (!signal.aborted) run(false)
    }
  }
  return {
    lift(chosen, erases) {
      waiting.push({ chosen, erases })
      if (!isRunning) void flow.run(runAll)
    },
    cancel() {
      waiting = []
      run(false)
      flow.cancel()
    },
  }
}

/** Why an object was not lifted. Clicks that wait have the same problem often; it is said once. */
type Problem = 'full' | 'nothing' | 'failed'

function say({ notices }: Session, problem: Problem): void {
  if (problem === 'failed') notices.toast({ title: t(LIFT.notLifted), isDestructive: true })
  else notices.toast({ title: t(LIFT[problem]) })
}

async function liftOne(deps: LiftDeps, task: Task, signal: AbortSignal): Promise<Problem | null> {
  const { session, announcer } = deps
  const { doc, assets } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  announcer.busy(LIFT.lifting)
  const found = await liftedPart(deps, photo, task.chosen, signal)
  if (signal.aborted || doc.photo?.asset !== photo.id) return null
  if (found === 'nothing' || found === 'failed') return found
  if (isFull(snapshotOf(session), 'object')) return 'full' // copies were added meanwhile
  addObject(deps, photo, found, task)
  return null
}

/**
 * Resolves with what a selection lifts out of the photo; 'nothing' when nothing is covered. After an abort the result means
 * nothing.
 */
async function liftedPart(
  { session, announcer, refiner, divide = dividePhoto }: LiftDeps,
  photo: BitmapAsset,
  { start, choices }: SubjectSelection,
  signal: AbortSignal,
): Promise<Part | 'nothing' | 'failed'> {
  const found = await refiner.segmentChoices(photo.bitmap, start, choices, {
    signal,
    onProgress(progress) {
      if (signal.aborted || session.ui.busy !== null) return
      announcer.busy(LIFT.lifting, progress.stage === 'loading' ? progress.loadedBytes / progress.totalBytes : null)
    },
  })
  if (!found.ok) return found.error === 'no-subject' ? 'nothing' : 'failed'
  if (signal.aborted) return 'nothing'
  const subject = matteOf(snapshotOf(session), session.assets)
  try {
    return (await divide({ found: found.value, subject }, signal)) ?? 'nothing'
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return 'failed'
  }
}

/** Adds the object as one undo step. */
function addObject(
  { session, pipeline }: LiftDeps,
  { width, height }: BitmapAsset,
  { coverage, home, box }: Part,
  { chosen: { start, choices }, erases }: Task,
): void {
  const { doc, assets, history } = session
  history.transact(erases ? t('Erase object') : t('Lift object'), () => {
    const id = newLayer(doc, 'object', {
      lifted: {
        matte: assets.put({ kind: 'matte', width, height, coverage }),
        model: pipeline,
        home,
        suggestion: typeof start === 'number' ? start : -1,
        choices,
        box,
      },
      placement: home === 'subject' ? 'foreground' : 'background',
    })
    const layer = doc.layers[id]
    if (layer && erases) layer.isHidden = true
  })
  session.collect()
}
