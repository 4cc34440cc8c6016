import { useMemo } from 'react'
import { coveredSamples, isObject, SAMPLES } from '#client/engine/liftPart.ts'
import { reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import type { Coverage, MatteAsset } from '#client/model/assets/store.ts'
import { useSession } from '#client/model/session/session.ts'
import { withoutSpecks } from '#client/render/matting/partition/partition.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import type { LiftedLayer } from '#client/render/objects/lifted.ts'
import type { NumberedMask } from '../subjectState.ts'

/** Hook that returns the mattes of lifted objects, without mask edits. Returns the same list while they don't change. */
export function useMattesOf(objects: readonly LiftedLayer[]): readonly Coverage[] {
  const { assets } = useSession()
  const ids = objects.map(({ lifted }) => lifted.matte).join()
  return useMemo(
    // safe cast: for an unknown id, `matte` returns null
    () => ids.split(',').flatMap((id) => assets.matte(id as MatteAsset['id']) ?? []),
    [ids, assets],
  )
}

/** If at least this share of a mask is inside lifted objects, the mask is no longer suggested. */
const LIFTED_SHARE = 0.75

/** If a smaller share of a mask is inside lifted objects, the mask is suggested unchanged. */
const TOUCHED_SHARE = 0.1

/**
 * Returns the masks that can still be lifted. If only a small part of an object was lifted, the whole object is still
 * suggested. In the mode Erase, only its remaining part is suggested. `lifted`: mattes of lifted objects, including
 * erased objects.
 */
export function notLifted(
  masks: readonly NumberedMask[],
  lifted: readonly Coverage[],
  erases = false,
): readonly NumberedMask[] {
  const [first] = masks
  if (!first) return masks
  const objects = lifted.map((matte) => reducedCoverage(matte, first.mask)) // all masks of a photo have the same size
  const isLifted = (at: number) => objects.some((object) => (object[at] ?? 0) >= COVERED)
  return masks.flatMap((one): NumberedMask[] => {
    const { coverage } = one.mask
    const inside = [...coverage.keys()].filter((at) => (coverage[at] ?? 0) >= COVERED)
    const share = inside.filter(isLifted).length / Math.max(1, inside.length)
    if (share >= LIFTED_SHARE) return []
    if (!erases || share < TOUCHED_SHARE) return [one]
    return [{ ...one, mask: { ...one.mask, coverage: coverage.map((value, at) => (isLifted(at) ? 0 : value)) } }]
  })
}

/**
 * `score`, `area`: minimum score of a suggested mask, and minimum area as a fraction of the photo. `inside`: a mask is
 * part of another mask if at least this share of it is inside the other mask.
 */
const WHOLE = { score: 0.9, area: 0.005, inside: 0.85 }

/**
 * Returns the masks that show whole objects, without specks. Such a mask has a high score, isn't tiny or background, and
 * isn't part of a person or of a larger object.
 */
export function wholeObjects(masks: readonly NumberedMask[]): readonly NumberedMask[] {
  const isWhole = ({ mask }: NumberedMask) => mask.score >= WHOLE.score && !mask.isPart
  return separateObjects(masks.filter(isWhole), (a, b) => b.size - a.size)
}

/** A mask whose IoU with the subject is at least this value shows the subject. */
const SUBJECT_IOU = 0.7

/**
 * Returns the masks of whole objects that the user may want to erase, without specks: people, animals and members of a
 * group. Excludes the mask of the subject itself. `subject`: matte of the subject, or null.
 */
export function erasableObjects(masks: readonly NumberedMask[], subject: Coverage | null): readonly NumberedMask[] {
  const covered = subject && coveredSamples(subject)
  const isSubject = ({ mask }: NumberedMask) => covered !== null && iouOf(coveredSamples(mask), covered) >= SUBJECT_IOU
  const isErasable = (one: NumberedMask) => one.mask.isOneOfSeveral === true && !isSubject(one)
  return separateObjects(masks.filter(isErasable), (a, b) => a.size - b.size)
}

function iouOf(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const common = commonSize(a, b)
  return common / Math.max(1, a.size + b.size - common)
}

const commonSize = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => [...a].filter((at) => b.has(at)).length

/** Returns the masks that aren't tiny, background, or part of a mask that `compare` sorts before them. */
function separateObjects(
  masks: readonly NumberedMask[],
  compare: (a: ReadonlySet<number>, b: ReadonlySet<number>) => number,
): readonly NumberedMask[] {
  const taken: ReadonlySet<number>[] = []
  const kept = masks
    .map((one) => ({ one, pixels: coveredSamples(one.mask) }))
    .filter(({ pixels }) => isObject(pixels) && pixels.size >= WHOLE.area * SAMPLES.width * SAMPLES.height)
    .toSorted((a, b) => compare(a.pixels, b.pixels))
    .filter(({ pixels }) => {
      const overlaps = (other: ReadonlySet<number>) =>
        commonSize(pixels, other) >= WHOLE.inside * Math.min(pixels.size, other.size)
      if (taken.some(overlaps)) return false
      return taken.push(pixels)
    })
    .map(({ one }) => one)
  return masks.filter((one) => kept.includes(one)).map(({ number, mask }) => ({ number, mask: withoutSpecks(mask) }))
}
