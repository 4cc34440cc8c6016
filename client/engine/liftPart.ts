/**
 * Lifts a part of the photo: finds the part that the user's clicks select, and adds it to the document as an object.
 */
import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { coverageAt, reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import { newLayer } from '#client/layers/registry.ts'
import { PIPELINE_ID, type SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type { SegmentError, SegmentOptions, SegmentStart } from '#client/media/segmenter/segmentationTypes.ts'
import type { AssetStore, BitmapAsset, Coverage } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot, SubjectSelection } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type DividePhoto, dividePhoto } from '#client/render/matting/mattingWorker.ts'
import type { ObjectPart } from '#client/render/matting/partition/partition.ts'
import { COVERED, matteBox } from '#client/render/matting/separation.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'

/** A part of the photo to lift or to erase. */
export interface PartToLift {
  /** The user's selection, which is stored with the object. */
  chosen: SubjectSelection
  erases: boolean
  /** The person to lift. If absent, the part that `chosen` selects is lifted. */
  person?: Extract<SegmentStart, `person-${number}`>
}

/**
 * Returns true if `mask`, a part outside the subject, is the background itself. Always false for a box, because the
 * user draws boxes around objects.
 */
export function isBackground(mask: Coverage, { choices: [choice] }: SubjectSelection): boolean {
  if (choice?.points.some(({ kind }) => kind === 'box-end')) return false
  const covered = coveredSamples(mask)
  return covered.size > 0 && !isObject(covered)
}

/** Maximum area of an object, as a fraction of the photo. */
const OBJECT_AREA = 0.4
/** Size of the sampling grid of `coveredSamples`. */
export const SAMPLES = { width: 64, height: 64 }

/** Returns the indices of the samples that a mask covers, on a grid over the whole photo, row-major. */
export const coveredSamples = (mask: Coverage): ReadonlySet<number> =>
  new Set(reducedCoverage(mask, SAMPLES).flatMap((value, at) => (value >= COVERED ? [at] : [])))

/**
 * Returns false if the mask has no samples, or if it shows the background. A part counts as background if it is larger
 * than `OBJECT_AREA`, or if it extends from the left to the right edge and to the upper or lower edge, such as a sky or
 * a floor. `covered`: the result of `coveredSamples`.
 */
export function isObject(covered: ReadonlySet<number>): boolean {
  const { width, height } = SAMPLES
  const all = [...covered]
  const isAcross = [0, width - 1].every((column) => all.some((at) => at % width === column))
  const isAtEdge = all.some((at) => at < width || at >= width * (height - 1))
  return all.length > 0 && all.length <= OBJECT_AREA * width * height && !(isAcross && isAtEdge)
}

/** Dependencies for finding and lifting a part of the document's photo. */
interface PartDeps {
  doc: DocumentSnapshot
  assets: AssetStore
  refiner: Pick<SegmentationRefiner, 'segmentSelection'>
  divide?: DividePhoto | undefined
  onProgress?: SegmentOptions['onProgress']
}

/**
 * Resolves with the part to lift. Fails with 'no-subject' if the part is empty, with 'background' if the background
 * itself would be erased, with 'failed' if `divide` fails, and with the network's error. After an abort, the caller must
 * ignore the result.
 */
export async function liftedPart(
  { doc, assets, refiner, divide = dividePhoto, onProgress }: PartDeps,
  photo: BitmapAsset,
  { chosen, person, erases }: PartToLift,
  signal: AbortSignal,
): Promise<Result<ObjectPart, SegmentError | 'background' | 'failed'>> {
  // differs from the kind of the user's subject selections, which must not abort a lift
  const options = { signal, kind: 'lift' as const, ...(onProgress && { onProgress }) }
  const found = await refiner.segmentSelection(
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
      {
        found: found.value,
        subject,
        keepsSubject: erases && keepsSubject(chosen, subject),
        takesRest: !person && takesRest(chosen, doc),
        takesSubject: !person && takesSubject(chosen, subject, doc),
      },
      signal,
    )
    if (!part) return err('no-subject')
    const { coverage, home } = part
    const erasesBackground = erases && home === 'background' && isBackground({ ...found.value, coverage }, chosen)
    return erasesBackground ? err('background') : ok(part)
  } catch (error) {
    if (!signal.aborted) console.error(error)
    return err('failed')
  }
}

/**
 * Returns true if erasing the selection must not erase the subject. This applies to clicks outside the subject. False for
 * boxes, and for a selection without choices. `subject`: the subject's matte.
 */
export function keepsSubject({ choices }: SubjectSelection, subject: Coverage | null): boolean {
  const clicks = choices.flatMap(({ points }) => points).filter(({ kind }) => kind === 'in')
  return clicks.length > 0 && !clicks.some(({ x, y }) => subject && coverageAt(subject, x, y) >= COVERED)
}

/** A box contains the subject if at most this fraction of the subject's width or height is outside on each side. */
const OUTSIDE_BOX = 0.02

/**
 * Returns true if the user drew a box around the whole subject, and no object was lifted from the subject. The object
 * in the box is then the subject. `subject`: the subject's matte.
 */
export function takesSubject({ choices }: SubjectSelection, subject: Coverage | null, doc: DocumentSnapshot): boolean {
  const [from, to] = choices[0]?.points ?? []
  const around = subject && to?.kind === 'box-end' ? matteBox(subject) : null
  if (!from || !to || !around || liftedLayers(doc).some(({ lifted }) => lifted.home === 'subject')) return false
  const [left, top] = [OUTSIDE_BOX * around.width, OUTSIDE_BOX * around.height]
  return (
    from.x <= around.x + left &&
    from.y <= around.y + top &&
    to.x >= around.x + around.width - left &&
    to.y >= around.y + around.height - top
  )
}

/**
 * Returns true if the part may include the subject's small remainder (`partOf`). This applies to clicks, while no
 * object has been lifted from the subject. Such an object must not become a part of another object.
 */
export const takesRest = ({ choices }: SubjectSelection, doc: DocumentSnapshot): boolean =>
  choices.length > 0 &&
  choices.every(({ points }) => points.every(({ kind }) => kind === 'in')) &&
  liftedLayers(doc).every(({ lifted }) => lifted.home !== 'subject')

/** Adds the part to the document as an object and returns its id. If the part is being erased, the object is hidden. */
export function addObject(
  doc: Document,
  assets: AssetStore,
  { coverage, home, box }: ObjectPart,
  { chosen: { start, choices }, erases }: Pick<PartToLift, 'chosen' | 'erases'>,
): LayerId {
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
  return id
}
