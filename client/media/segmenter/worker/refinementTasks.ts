/** Performs the refiner's tasks on an analyzed photo. */

import { rowBands } from '#client/kit/geometry/rect.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { alternativeAtStart, startOfAlternative } from '../pipeline/alternativeMasks.ts'
import type { SubjectEstimate } from '../pipeline/findSubject.ts'
import { GuidedMatteRows } from '../pipeline/guidedMatteRows.ts'
import type { LogitEdit, MaskEstimate } from '../pipeline/maskEstimate.ts'
import { CONTRAST, matteCoefficients } from '../pipeline/matting.ts'
import { isOneOfSeveral, isPartOfPerson, showsPeople } from '../pipeline/people/clickedPerson.ts'
import { type Plane, sigmoid } from '../pipeline/plane.ts'
import type {
  FoundSubject,
  GridMask,
  MaskPreview,
  ReadonlySelection,
  SegmentStart,
  SelectedCoverage,
  SelectionInput,
  SubjectCandidate,
} from '../segmentationTypes.ts'
import type { ModelRegistry } from './modelRegistry.ts'
import { NoSubject } from './outcome.ts'
import type { OnYield, PhotoAnalysis } from './photoAnalysis.ts'

export interface TaskContext {
  photo: PhotoAnalysis
  models: ModelRegistry
  onYield: OnYield
  readRows: ReadRows
}

/**
 * Returns rows of the photo at full size: sRGB-encoded RGBA, straight alpha, row-major. Throws if the task was aborted.
 */
export type ReadRows = (top: number, height: number) => Promise<Uint8ClampedArray>

interface ChosenMask {
  estimate: MaskEstimate
  /** Contrast gain around 0.5, which sharpens soft edges. */
  contrast: number
  /** Whether the first choice, or the start, is a person. */
  isPerson: boolean
}

/**
 * Performs the automatic segmentation. Throws the errors of the networks and of `onYield`, like every task in this
 * file.
 */
export async function findSubject(context: TaskContext): Promise<FoundSubject> {
  const subject = await context.photo.subject(context.models, context.onYield)
  const onYield = () => context.onYield(1)
  const coverage = await fullSizeMatte(
    { estimate: subject.estimate, contrast: CONTRAST.found, isPerson: false },
    { ...context, onYield },
  )
  return { coverage, isInDoubt: subject.isInDoubt, candidates: candidatesOf(subject) }
}

/** Returns the mask of one more choice. Doesn't wait for the automatic segmentation, so that previews are quick. */
export async function previewInput(
  context: TaskContext,
  choice: SelectionInput,
  before: ReadonlySelection,
): Promise<MaskPreview> {
  const { photo, models, onYield } = context
  const isQuick = before.start === 'nothing' || photo.hasSubject
  const { estimate } = isQuick ? await chosenMask(before.start, before.choices, context) : NOTHING
  const state = { estimate, choices: before.choices }
  const { predictedIou, isPerson, ...logits } = await photo.maskOfInput(models, choice, state, onYield)
  return { ...previewOf(logits, predictedIou), isPerson }
}

/** Returns the candidate masks of the subject, best first. `findsPeople`: whether to search for people too. */
export async function candidateMasks(context: TaskContext, findsPeople: boolean): Promise<MaskPreview[]> {
  const { photo, models, onYield } = context
  const { candidates, map } = await photo.subject(models, within(context, 0, findsPeople ? MASK_SHARE : 1).onYield)
  const personMap = await photo.personMap(models, onYield)
  const people = findsPeople ? await photo.eachPerson(models, within(context, MASK_SHARE, 1).onYield) : null
  const subject = { ...map, values: map.values.map((probability) => probability - 0.5) } // > 0 inside, as logits
  const objects = candidates.map(({ logits }) => logits)
  return candidates.map(({ logits, score }) => ({
    ...previewOf(logits, score),
    isPart: personMap !== null && isPartOfPerson(logits, personMap),
    isOneOfSeveral: people !== null && isOneOfSeveral(logits, subject, people, objects),
  }))
}

/** Returns a mask of each person, from left to right. */
export async function eachPerson({ photo, models, onYield }: TaskContext): Promise<MaskPreview[]> {
  const people = await photo.eachPerson(models, onYield)
  return people.map((logits) => previewOf(logits, 1))
}

/** Share of a task's progress until the small masks are known. */
const MASK_SHARE = 0.6

/** Returns the context of a step of a task. The step's progress goes from `from` to `to`. */
const within = (context: TaskContext, from: number, to: number): TaskContext => ({
  ...context,
  onYield: (done) => context.onYield(done === undefined ? done : from + (to - from) * done),
})

/**
 * Returns the matte of a selection. @throws `NoSubject` for "people only" if the person network doesn't find a person
 */
export async function segmentSelection(
  context: TaskContext,
  start: SegmentStart,
  choices: readonly SelectionInput[],
): Promise<Pick<SelectedCoverage, 'coverage' | 'isPerson'>> {
  const chosen = await chosenMask(start, choices, within(context, 0, MASK_SHARE))
  return { coverage: await fullSizeMatte(chosen, within(context, MASK_SHARE, 1)), isPerson: chosen.isPerson }
}

const fromLogits = (logits: Plane | null, isPerson = false): ChosenMask => ({
  estimate: { prior: null, logits, edits: [] },
  contrast: CONTRAST.chosen,
  isPerson,
})
const NOTHING = fromLogits(null)

async function chosenMask(
  start: SegmentStart,
  choices: readonly SelectionInput[],
  context: TaskContext,
): Promise<ChosenMask> {
  const { photo, models, onYield } = context
  const { estimate, contrast, isPerson: isPersonStart } = await startMask(start, context)
  let isPerson = isPersonStart
  const edits: LogitEdit[] = [...estimate.edits]
  for (const [i, choice] of choices.entries()) {
    const state = { estimate: { ...estimate, edits: [...edits] }, choices: choices.slice(0, i) }
    const mask = await photo.maskOfInput(models, choice, state, onYield)
    edits.push({ adds: choice.adds, logits: mask })
    isPerson ||= mask.isPerson
  }
  return { estimate: { ...estimate, edits }, contrast, isPerson }
}

async function startMask(start: SegmentStart, { photo, models, onYield }: TaskContext): Promise<ChosenMask> {
  if (start === 'nothing') return NOTHING
  if (start === 'people') {
    const estimate = await photo.people(models, onYield)
    if (!estimate) throw new NoSubject('the person network sees nobody')
    return { estimate, contrast: CONTRAST.chosen, isPerson: true }
  }
  if (typeof start === 'string' && start !== 'found') {
    const people = await photo.eachPerson(models, onYield)
    return fromLogits(people[Number(start.slice('person-'.length))] ?? null, true)
  }
  const subject = await photo.subject(models, onYield)
  if (start === 'found') return { estimate: subject.estimate, contrast: CONTRAST.found, isPerson: false }
  const { candidates, alternatives } = subject
  const other = alternativeAtStart(alternatives, start)
  if (other) return { estimate: other.estimate, contrast: CONTRAST.found, isPerson: false }
  const logits = candidates[start]?.logits
  if (!logits) return NOTHING
  const personMap = await photo.personMap(models, onYield)
  return fromLogits(logits, personMap !== null && showsPeople(logits, personMap))
}

/** Returns the candidate masks of the subject, most likely first. */
const candidatesOf = ({ map, alternatives }: SubjectEstimate): SubjectCandidate[] => [
  { start: 'found', mask: coverageOf(map) },
  ...alternatives.map((other, i) => ({ start: startOfAlternative(i), mask: coverageOf(other.map) })),
]

/**
 * Returns the matte at the photo's size: one coverage byte per pixel, row-major. `onYield` gets the finished fraction.
 */
async function fullSizeMatte(
  { estimate, contrast }: ChosenMask,
  { photo, onYield, readRows }: TaskContext,
): Promise<Coverage['coverage']> {
  const { width, height } = photo.size
  const coefficients = await matteCoefficients(photo.rgb, photo.size, estimate, () => onYield(0))
  const rows = new GuidedMatteRows(photo.size, estimate, coefficients, contrast)
  const coverage = new Uint8Array(width * height)
  for (const band of rowBands(photo.size)) {
    const rgba = await readRows(band.y, band.height)
    await onYield((band.y + band.height) / height)
    coverage.set(rows.next(rgba), band.y * width)
  }
  return coverage
}

const previewOf = (logits: Plane, score: number): MaskPreview => ({
  ...coverageOf({ ...logits, values: logits.values.map(sigmoid) }),
  score,
})

const coverageOf = ({ width, height, values }: Plane): GridMask => ({
  width,
  height,
  coverage: new Uint8Array(values.map((value) => Math.round(255 * value))),
})
