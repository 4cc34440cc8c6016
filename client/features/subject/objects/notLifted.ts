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

/** A mask at a corner of the photo isn't an object if it covers more than this share of the photo. */
const CORNER_AREA = 0.1
/**
 * If at least this share of a mask's outline runs along the subject, the mask shows a gap in the subject, or something
 * behind the subject's edge.
 */
const SHARED_OUTLINE = 0.5
/**
 * If at least this share of a mask's rows continues on both sides of the subject, the mask shows the wall behind the
 * subject.
 */
const ROWS_BEHIND = 0.25

/**
 * Returns the masks that show whole objects, without specks. Such a mask has a high score, isn't tiny or background, and
 * isn't part of a person or of a larger object. `subject`: a matte whose parts are excluded too, or null.
 */
export function wholeObjects(masks: readonly NumberedMask[], subject: Coverage | null): readonly NumberedMask[] {
  const covered = subject && coveredSamples(subject)
  const taken = covered ? [covered] : []
  const kept = masks
    .map((one) => ({ one, pixels: coveredSamples(one.mask) }))
    .filter(({ one, pixels }) => one.mask.score >= WHOLE.score && !one.mask.isPart && isObject(pixels))
    .filter(({ pixels }) => pixels.size >= WHOLE.area * SAMPLES.width * SAMPLES.height)
    .filter(({ pixels }) => !covered || !isSurface(pixels, covered))
    .toSorted((a, b) => b.pixels.size - a.pixels.size)
    .filter(({ pixels }) => {
      const isInside = (larger: ReadonlySet<number>) =>
        [...pixels].filter((at) => larger.has(at)).length >= WHOLE.inside * pixels.size
      if (taken.some(isInside)) return false
      return taken.push(pixels)
    })
    .map(({ one }) => one)
  return masks.filter((one) => kept.includes(one)).map(({ number, mask }) => ({ number, mask: withoutSpecks(mask) }))
}

/**
 * Returns true if a mask shows a surface or a gap instead of an object: a large mask at a corner of the photo (a wall),
 * a mask that reaches from the photo's edge to both sides of the subject, or a mask that shares most of its outline
 * with the subject (the gap between arm and body).
 */
function isSurface(pixels: ReadonlySet<number>, subject: ReadonlySet<number>): boolean {
  const { width, height } = SAMPLES
  const last = width * height - 1
  const isAtCorner = [0, width - 1, last - width + 1, last].some((at) => pixels.has(at))
  if (isAtCorner && pixels.size > CORNER_AREA * width * height) return true
  const isAtEdge = (at: number) => at % width === 0 || at % width === width - 1 || at < width || at > last - width
  if ([...pixels].some(isAtEdge) && isBehind(pixels, subject)) return true
  const isBeside = (other: number, at: number) => Math.abs((other % width) - (at % width)) <= 1
  const around = (at: number) =>
    [-width, 0, width].flatMap((row) => [-1, 0, 1].map((column) => at + row + column).filter((to) => isBeside(to, at)))
  const outline = [...pixels].filter((at) => around(at).some((to) => to >= 0 && to <= last && !pixels.has(to)))
  const shared = outline.filter((at) => around(at).some((to) => subject.has(to)))
  return shared.length >= SHARED_OUTLINE * outline.length
}

/** Returns true if enough rows of the mask continue on both sides of the subject. */
function isBehind(pixels: ReadonlySet<number>, subject: ReadonlySet<number>): boolean {
  const { width, height } = SAMPLES
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => y * width + x))
  const own = rows.filter((row) => row.some((at) => pixels.has(at)))
  const isAround = (row: readonly number[]) => {
    const [from, to] = [row.findIndex((at) => subject.has(at)), row.findLastIndex((at) => subject.has(at))]
    return from >= 0 && row.findIndex((at) => pixels.has(at)) < from && row.findLastIndex((at) => pixels.has(at)) > to
  }
  return own.filter(isAround).length >= ROWS_BEHIND * own.length
}
