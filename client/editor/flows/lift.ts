import { sparseCopy } from '#client/kit/base/bytes.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { isFull } from '#client/layers/actions.ts'
import { newLayer } from '#client/layers/registry.ts'
import { coverageAt, reducedCoverage } from '#client/layers/shared/reducedPixels.ts'
import type { SegmentError, SegmentOptions } from '#client/media/segmenter/segmentation.ts'
import { PIPELINE_ID, type SegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import type { AssetStore, BitmapAsset, Coverage } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot, SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { isLifting } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type DividePhoto, dividePhoto } from '#client/render/matting/mattingWorker.ts'
import type { ObjectPart } from '#client/render/matting/partition/partition.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { type Announcer, createLatestFlow, networkProgress } from './flow.ts'
import { LIFT } from './messages.ts'
import { type NoPeople, PEOPLE, type PersonToLift, peopleToLift } from './peopleToLift.ts'

export interface LiftDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'segmentChoices' | 'eachPerson'>
  /** Separates the object from the rest of the photo: coverage and origin. By default in a worker. */
  divide?: DividePhoto
}

/** Share of an erasure's progress until the object is found. Then the background is filled. */
export const FOUND_SHARE = 0.4

interface Task {
  /** the user's selection, stored with the object */
  chosen: SubjectSelection
  erases: boolean
  /** the person to lift, or by default the part that `chosen` selects */
  person?: PersonToLift['person']
  /** Called when the task has ended, after success, failure or cancellation. */
  onEnd?(): void
}

/** Flow that lifts objects out of the photo, one after the other, each as one undo step. */
export type Lifter = ReturnType<typeof createLifter>

/** Creates the flow. `onRunning` is called when the flow starts and stops working. */
export function createLifter(deps: LiftDeps, onRunning: (isRunning: boolean) => void = () => {}) {
  const { session, announcer } = deps
  const waiting: (Task | 'people')[] = []
  let isRunning = false
  const run = (next: boolean) => {
    isRunning = next
    onRunning(next)
  }
  const flow = createLatestFlow(deps, () => {
    if (session.ui.busy === null) announcer.clear() // during an upload, the status message belongs to the upload
  })
  const end = (task: Task | 'people') => {
    if (task !== 'people') task.onEnd?.()
  }
  const dropWaiting = () => {
    for (const task of waiting.splice(0)) end(task)
  }
  const runAll = async (signal: AbortSignal) => {
    run(true)
    const said = new Set<Problem>()
    try {
      for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift()) {
        const lifting = task === 'people' ? findPeople(deps, signal) : liftOne(deps, task, signal)
        const outcome = await lifting.finally(() => task && end(task))
        const problem = Array.isArray(outcome) ? null : outcome
        if (Array.isArray(outcome) && !signal.aborted) waiting.unshift(...outcome)
        if (problem === 'full') dropWaiting()
        if (problem && !said.has(problem)) showProblem(session, problem)
        if (problem) said.add(problem)
        const isDone = waiting.length === 0 && !problem && task !== 'people' && !task.person && !task.erases
        if (isDone && !signal.aborted) endLifting(session)
      }
    } finally {
      if (!signal.aborted) run(false)
    }
  }
  const add = (task: Task | 'people') => {
    waiting.push(task)
    if (!isRunning) void flow.run(runAll)
  }
  return {
    /**
     * Lifts the part that `chosen` selects. With `erases`, the object is hidden at once, so that the background fill
     * appears in its place. Resolves when the lift has succeeded, failed or been cancelled.
     */
    lift: (chosen: SubjectSelection, erases: boolean) => new Promise<void>((onEnd) => add({ chosen, erases, onEnd })),
    /** Lifts each person in the photo who has not been lifted yet, from left to right. */
    liftPeople: () => add('people'),
    /** Cancels the running and queued lifts. */
    cancel() {
      dropWaiting()
      run(false)
      flow.cancel()
    },
  }
}

/** Ends the mode where a click lifts an object, and selects the newest object. Erasing continues. */
function endLifting({ doc, ui }: Session): void {
  const newest = doc.order.findLast((id) => doc.layers[id]?.kind === 'object')
  if (!newest || !isLifting(ui) || ui.subject.lifts !== 'lift') return
  ui.subject.lifts = null
  select(ui, newest)
}

/** The reason why an object was not lifted. If queued clicks fail for the same reason, the message is shown once. */
type Problem = 'full' | 'nothing' | 'background' | 'failed' | NoPeople

const PROBLEMS: Record<Problem, string> = { ...LIFT, ...PEOPLE, failed: LIFT.notLifted }

function showProblem({ notices }: Session, problem: Problem): void {
  const isDestructive = problem === 'failed' || problem === 'notSearched'
  notices.toast({ title: t(PROBLEMS[problem]), ...(isDestructive && { isDestructive }) })
}

/**
 * Resolves with one lift task for each person who hasn't been lifted yet, or with the reason why there are none. Null =
 * aborted, or no photo.
 */
async function findPeople(deps: LiftDeps, signal: AbortSignal): Promise<Task[] | Problem | null> {
  const { session } = deps
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const people = await peopleToLift(deps, photo, signal)
  if (signal.aborted || session.doc.photo?.asset !== photo.id) return null
  return people
}

async function liftOne(deps: LiftDeps, task: Task, signal: AbortSignal): Promise<Problem | null> {
  const { session, announcer } = deps
  const { doc, assets } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const text = task.erases ? LIFT.erasing : LIFT.lifting
  announcer.busy(text, 0.05) // more than 0, so that the bar is visible from the start
  const onProgress = networkProgress(deps, text, task.erases ? FOUND_SHARE : 1)
  const found = await liftedPart({ ...deps, doc: snapshotOf(session), assets, onProgress }, photo, task, signal)
  if (signal.aborted || doc.photo?.asset !== photo.id) return null
  if (!found.ok) return found.error === 'no-subject' ? 'nothing' : 'failed'
  const { coverage, home } = found.value
  if (task.erases && home === 'background' && isBackground({ ...photo, coverage }, task.chosen)) return 'background'
  if (isFull(snapshotOf(session), 'object')) return 'full' // objects may have been added during the computation
  const label = task.erases ? t('Erase object') : t('Lift object')
  session.history.transact(label, () => addObject(doc, assets, found.value, task))
  session.collect()
  return null
}

/** Returns true when `mask`, a part outside the subject, is the background itself. A box always selects an object. */
export function isBackground(mask: Coverage, { choices: [choice] }: SubjectSelection): boolean {
  if (choice?.points.some(({ kind }) => kind === 'box-end')) return false
  const covered = coveredSamples(mask)
  return covered.size > 0 && !isObject(covered)
}

/** Maximum area of an object, as a share of the photo. */
const OBJECT_AREA = 0.4
/** Size of the grid of `coveredSamples`. */
export const SAMPLES = { width: 64, height: 64 }

/** Returns the samples that a mask covers in a grid over the photo, row-major. */
export const coveredSamples = (mask: Coverage): ReadonlySet<number> =>
  new Set(reducedCoverage(mask, SAMPLES).flatMap((value, at) => (value >= COVERED ? [at] : [])))

/**
 * Returns false for a mask without samples, and for the background itself: a part that is larger than `OBJECT_AREA`, or
 * that extends from the left to the right edge and to the upper or lower edge, such as a sky or a floor.
 */
export function isObject(covered: ReadonlySet<number>): boolean {
  const { width, height } = SAMPLES
  const all = [...covered]
  const isAcross = [0, width - 1].every((column) => all.some((at) => at % width === column))
  const isAtEdge = all.some((at) => at < width || at >= width * (height - 1))
  return all.length > 0 && all.length <= OBJECT_AREA * width * height && !(isAcross && isAtEdge)
}

/** Dependencies for finding and lifting a part of the photo of `doc`. */
interface PartDeps {
  doc: DocumentSnapshot
  assets: AssetStore
  refiner: Pick<SegmentationRefiner, 'segmentChoices'>
  divide?: DividePhoto | undefined
  onProgress?: SegmentOptions['onProgress']
}

/**
 * Resolves with the part that a task lifts out of the photo. Fails with 'no-subject' when the part is empty. After an
 * abort, the caller must ignore the result.
 */
export async function liftedPart(
  { doc, assets, refiner, divide = dividePhoto, onProgress }: PartDeps,
  photo: BitmapAsset,
  { chosen, person, erases }: Task,
  signal: AbortSignal,
): Promise<Result<ObjectPart, SegmentError | 'failed'>> {
  const options = { signal, ...(onProgress && { onProgress }) }
  const found = await refiner.segmentChoices(
    photo.bitmap,
    person ?? chosen.start,
    person ? [] : chosen.choices,
    options,
  )
  if (!found.ok) return found
  if (signal.aborted) return err('no-subject')
  const subject = matteOf(doc, assets)
  try {
    const part = await divide(
      { found: found.value, subject, keepsSubject: erases && keepsSubject(chosen, subject) },
      signal,
    )
    return part ? ok(part) : err('no-subject')
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return err('failed')
  }
}

/**
 * Returns true when a selection to erase excludes the subject. Such a selection is a box, or clicks outside the
 * subject. `subject` is the subject's matte.
 */
export function keepsSubject({ choices }: SubjectSelection, subject: Coverage | null): boolean {
  const clicks = choices.flatMap(({ points }) => points).filter(({ kind }) => kind === 'in')
  return choices.length > 0 && !clicks.some(({ x, y }) => subject && coverageAt(subject, x, y) >= COVERED)
}

/** Adds the part as an object, which is hidden if the task erases. */
export function addObject(
  doc: Document,
  assets: AssetStore,
  { coverage, home, box }: ObjectPart,
  { chosen: { start, choices }, erases }: Pick<Task, 'chosen' | 'erases'>,
): void {
  const { width = 1, height = 1 } = doc.photo ?? {}
  const id = newLayer(doc, 'object', {
    lifted: {
      matte: assets.put({ kind: 'matte', width, height, coverage: sparseCopy(coverage) }),
      model: PIPELINE_ID,
      home,
      suggestion: typeof start === 'number' ? start : -1,
      choices,
      box,
    },
    placement: home === 'subject' ? 'foreground' : 'background',
  })
  const layer = doc.layers[id]
  if (layer && erases) layer.isHidden = true
}
