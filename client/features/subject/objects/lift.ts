import {
  type Announcer,
  createLatestFlow,
  logAndShow,
  networkProgress,
  type TaskMessage,
} from '#client/editor/flows/flow.ts'
import { addObject, liftedPart, type PartToLift } from '#client/engine/liftPart.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { isFull } from '#client/layers/actions.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { isLifting } from '#client/model/session/ui/subject.ts'
import type { DividePhoto } from '#client/render/matting/mattingWorker.ts'
import { type NoPeople, PEOPLE, peopleToLift } from './peopleToLift.ts'

export interface LiftDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'segmentSelection' | 'eachPerson'>
  /**
   * Separates the object from the rest of the photo. Resolves with its coverage and origin. By default, runs in a
   * worker.
   */
  divide?: DividePhoto
}

export const LIFT_MESSAGES = {
  lifting: 'Lifting the object…',
  erasing: 'Erasing the object…',
  notLifted: 'Failed to lift the object. Please try again.',
  nothing: 'No object found here. Try another spot, or drag a box around the object.',
  background: 'This is the background, so nothing was erased. Try another spot, or drag a box around the object.',
  full: 'You can’t add more layers of this type.',
} as const

/** Fraction of an erasure's progress bar at which the object is found. The background fill takes the rest. */
export const FOUND_SHARE = 0.4

interface Task extends PartToLift {
  /** Called when the task ends: after success, failure or cancellation. */
  onEnd?(): void
}

/** The flow that lifts objects out of the photo, one after the other. Each lift is one undo step. */
export type Lifter = ReturnType<typeof createLifter>

/** Creates the flow. `onRunning` is called with true when lifting starts, and with false when it ends. */
export function createLifter(deps: LiftDeps, onRunning: (isRunning: boolean) => void = () => {}) {
  const { session } = deps
  const waiting: (Task | 'people')[] = []
  let isRunning = false
  const run = (next: boolean) => {
    isRunning = next
    onRunning(next)
  }
  const flow = createLatestFlow(deps)
  const end = (task: Task | 'people') => {
    if (task !== 'people') task.onEnd?.()
  }
  const dropWaiting = () => {
    for (const task of waiting.splice(0)) end(task)
  }
  const runAll = async (signal: AbortSignal, message: TaskMessage) => {
    run(true)
    const said = new Set<Problem>()
    try {
      while (!signal.aborted) {
        const task = waiting.shift() // after an abort, the queued tasks belong to a newer run
        if (!task) break
        const lifting =
          task === 'people' ? createPersonTasks(deps, signal, message) : liftOne(deps, task, signal, message)
        // after an unexpected error, the queued tasks still run, because the canvas shows them as running
        const outcome = await lifting.catch(logAndShow('failed' as const))
        end(task)
        const problem = Array.isArray(outcome) || signal.aborted ? null : outcome
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
     * Lifts the part that `chosen` selects. If `erases` is true, the object is hidden immediately, so that the
     * background fill takes its place. Resolves when the lift has succeeded, failed or been canceled.
     */
    lift: (chosen: SubjectSelection, erases: boolean) => new Promise<void>((onEnd) => add({ chosen, erases, onEnd })),
    /** Lifts each person in the photo who isn't lifted yet, from left to right. */
    liftPeople: () => add('people'),
    /** Cancels the running and queued lifts. */
    cancel() {
      dropWaiting()
      run(false)
      flow.cancel()
    },
  }
}

/** Ends the mode Lift and selects the newest object. Does not end the mode Erase. */
function endLifting({ doc, ui }: Session): void {
  const newest = doc.order.findLast((id) => doc.layers[id]?.kind === 'object')
  if (!newest || !isLifting(ui) || ui.subject.lifts !== 'lift') return
  ui.subject.lifts = null
  select(ui, newest)
}

/** The reason why an object was not lifted. If several clicks fail for the same reason, the message is shown once. */
type Problem = 'full' | 'nothing' | 'background' | 'failed' | NoPeople

const PROBLEMS: Record<Problem, string> = { ...LIFT_MESSAGES, ...PEOPLE, failed: LIFT_MESSAGES.notLifted }

function showProblem({ notices }: Session, problem: Problem): void {
  const isDestructive = problem === 'failed' || problem === 'notSearched'
  notices.toast({ title: t(PROBLEMS[problem]), ...(isDestructive && { isDestructive }) })
}

/**
 * Resolves with a lift task for each person who isn't lifted yet, or with the reason why there is no such person. Null
 * after an abort, or without a photo.
 */
async function createPersonTasks(
  deps: LiftDeps,
  signal: AbortSignal,
  message: TaskMessage,
): Promise<Task[] | Problem | null> {
  const { session } = deps
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const people = await peopleToLift(deps, photo, signal, message)
  if (signal.aborted || session.doc.photo?.asset !== photo.id) return null
  return people
}

async function liftOne(deps: LiftDeps, task: Task, signal: AbortSignal, message: TaskMessage): Promise<Problem | null> {
  const { session, announcer } = deps
  const { doc, assets } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const text = task.erases ? LIFT_MESSAGES.erasing : LIFT_MESSAGES.lifting
  message.busy(text, 0.05) // not 0, so that the progress bar is visible from the start
  const onProgress = networkProgress(announcer, text, task.erases ? FOUND_SHARE : 1)
  const found = await liftedPart({ ...deps, doc: snapshotOf(session), assets, onProgress }, photo, task, signal)
  if (signal.aborted || doc.photo?.asset !== photo.id) return null
  if (!found.ok && found.error === 'background') return found.error
  if (!found.ok) return found.error === 'no-subject' ? 'nothing' : 'failed'
  // checked again, because the document may have become full during the computation
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const label = task.erases ? t('Erase object') : t('Lift object')
  session.history.transact(label, () => addObject(doc, assets, found.value, task))
  session.collect()
  return null
}
