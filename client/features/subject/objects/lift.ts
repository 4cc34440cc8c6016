import {
  type Announcer,
  createLatestFlow,
  type HeldStep,
  holdPendingStep,
  logAndShow,
  networkProgress,
  type TaskMessage,
} from '#client/editor/flows/flow.ts'
import { addObject, liftedPart, type PartToLift } from '#client/engine/liftPart.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { isFull } from '#client/layers/actions.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf, untilReleased } from '#client/model/session/session.ts'
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

/** A click, or the command that lifts each person. Undo cancels the running request that was made last. */
interface LiftRequest {
  step: HeldStep
  /** The last object that the request has added, or null. */
  object: LayerId | null
  /** Called when the request has succeeded, failed or been canceled. More calls have no effect. */
  onEnd(): void
}

/** A part of a request in the queue. */
interface Task {
  request: LiftRequest
  part: PartToLift | 'people'
}

/** The flow that lifts objects out of the photo, one after another. Each lift is one undo step. */
export type Lifter = ReturnType<typeof createLifter>

/** Creates the flow. `onRunning` is called with true when lifting starts, and with false when it ends. */
export function createLifter(deps: LiftDeps, onRunning: (isRunning: boolean) => void = () => {}) {
  const { session } = deps
  const waiting: Task[] = []
  let running: Task | null = null
  let isRunning = false
  const run = (next: boolean) => {
    isRunning = next
    onRunning(next)
  }
  const flow = createLatestFlow(deps)
  const dropWaiting = () => {
    for (const { request } of waiting.splice(0)) request.onEnd()
  }
  const runAll = async (signal: AbortSignal, message: TaskMessage) => {
    run(true)
    const said = new Set<Problem>()
    try {
      while (!signal.aborted) {
        const task = waiting.shift() // after an abort, the queued tasks belong to a newer run
        if (!task) break
        running = task
        const { part, request } = task
        const lifting =
          part === 'people'
            ? createPersonParts(deps, signal, message)
            : liftOne(deps, { part, request }, signal, message)
        // after an unexpected error, the queued tasks still run, because the canvas shows them as running
        const outcome = await lifting.catch(logAndShow('failed' as const))
        if (running === task) running = null
        const problem = Array.isArray(outcome) || signal.aborted ? null : outcome
        if (Array.isArray(outcome) && !signal.aborted)
          waiting.unshift(...outcome.map((person) => ({ part: person, request })))
        if (signal.aborted || waiting.every((other) => other.request !== request)) request.onEnd()
        if (problem === 'full') dropWaiting()
        if (problem && !said.has(problem)) showProblem(session, problem)
        if (problem) said.add(problem)
        const isDone = waiting.length === 0 && !problem && part !== 'people' && !part.person && !part.erases
        if (isDone && !signal.aborted) endLifting(session)
      }
    } finally {
      if (!signal.aborted) run(false)
    }
  }
  /** Cancels one request. The other requests continue. */
  const cancelRequest = (request: LiftRequest) => {
    waiting.splice(0, waiting.length, ...waiting.filter((other) => other.request !== request))
    request.onEnd()
    if (running?.request !== request) return
    running = null
    flow.cancel()
    if (waiting.length > 0) void flow.run(runAll)
    else run(false)
  }
  const add = (part: Task['part'], onEnd: (object: LayerId | null) => void = () => {}) => {
    const step = holdPendingStep(session, () => cancelRequest(request))
    const request: LiftRequest = {
      step,
      object: null,
      onEnd() {
        step.end()
        onEnd(request.object)
      },
    }
    waiting.push({ part, request })
    if (!isRunning) void flow.run(runAll)
  }
  return {
    /**
     * Lifts the part that `chosen` selects. If `erases` is true, the object is hidden immediately, so that the
     * background fill takes its place. Resolves with the object, or with null after a failure or cancellation.
     */
    lift: (chosen: SubjectSelection, erases: boolean) =>
      new Promise<LayerId | null>((onEnd) => add({ chosen, erases }, onEnd)),
    /** Lifts each person in the photo who isn't lifted yet, from left to right. */
    liftPeople: () => add('people'),
    /** Cancels the running and queued lifts. */
    cancel() {
      dropWaiting()
      running?.request.onEnd()
      running = null
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
 * Resolves with the people who aren't lifted yet, or with the reason why there is no such person. Null after an abort,
 * or without a photo.
 */
async function createPersonParts(
  deps: LiftDeps,
  signal: AbortSignal,
  message: TaskMessage,
): Promise<PartToLift[] | Problem | null> {
  const { session } = deps
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const people = await peopleToLift(deps, photo, signal, message)
  if (signal.aborted || session.doc.photo?.asset !== photo.id) return null
  return people
}

async function liftOne(
  deps: LiftDeps,
  { part, request }: { part: PartToLift; request: LiftRequest },
  signal: AbortSignal,
  message: TaskMessage,
): Promise<Problem | null> {
  const { session, announcer } = deps
  const { doc, assets } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return null
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const text = part.erases ? LIFT_MESSAGES.erasing : LIFT_MESSAGES.lifting
  message.busy(text, 0.05) // not 0, so that the progress bar is visible from the start
  const onProgress = networkProgress(announcer, text, part.erases ? FOUND_SHARE : 1)
  const found = await liftedPart({ ...deps, doc: snapshotOf(session), assets, onProgress }, photo, part, signal)
  await untilReleased(session, signal)
  if (signal.aborted || doc.photo?.asset !== photo.id) return null
  if (!found.ok) {
    const { error } = found
    if (error === 'aborted') return null
    if (error === 'background') return error
    return error === 'no-subject' ? 'nothing' : 'failed'
  }
  // checked again, because the document may have become full during the computation
  if (isFull(snapshotOf(session), 'object')) return 'full'
  const label = part.erases ? t('Erase object') : t('Lift object')
  request.step.add(label, () => {
    request.object = addObject(doc, assets, found.value, part)
  })
  session.collect()
  return null
}
