/** The separation record (the result of the segmentation), and the bounding boxes of its matte. */

import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { disjointRects, expandRect, intersection, unionOrNull } from '#client/kit/geometry/rect.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { AssetStore, Coverage, MatteAsset } from '#client/model/assets/store.ts'
import type { Separation, SubjectSelection } from '#client/model/document/document.ts'

/**
 * Returns the separation record of a matte: asset, network (`model`), bounding box, and the user's selection
 * (`chosen`).
 * @throws if the store has no such matte
 */
export function separationOf(assets: AssetStore, matte: AssetId, model: string, chosen?: SubjectSelection): Separation {
  const asset = assets.matte(matte)
  if (!asset) throw new Error(`no matte '${matte}' in the store`)
  const { width, height } = asset
  const box = matteBox(asset) ?? { x: 0, y: 0, width, height }
  return { matte, model, box, ...(chosen && { chosen }) }
}

/**
 * Number of bands that divide the rows of a matte. More bands follow the subject more closely but are more quads to
 * draw.
 */
const BANDS = 16

interface Boxes {
  whole: Rect | null
  /** The boxes of all bands, from top to bottom. Null = an empty band. */
  bands: readonly (Rect | null)[]
}

const known = new WeakMap<Coverage, Boxes>()

/** Minimum coverage (of 255) of a covered pixel. */
export const COVERED = 128

/**
 * Returns the bounding box of all coverage above 0, in photo px. Returns null if the matte is empty. Computed once per
 * matte.
 */
export const matteBox = (matte: Coverage): Rect | null => boxesOf(matte).whole

/**
 * Returns the exact bounding box of all coverage above 0, in photo px. Null if there is none. Slower than `matteBox`,
 * whose box may be larger after edits.
 */
export function coveredBox(matte: Coverage): Rect | null {
  const box = matteBox(matte)
  return box && nonZeroBounds(matte.coverage, { y: box.y, width: matte.width, height: box.height })
}

/**
 * Returns disjoint rectangles (whole photo px) that contain all coverage above 0 and its surroundings within `reach`
 * photo px. The rectangles follow the subject more closely than its box, and may extend beyond the matte.
 */
export function matteParts(matte: Coverage, reach: number): Rect[] {
  const around = boxesOf(matte).bands.flatMap((box) => (box ? [expandRect(box, Math.ceil(reach))] : []))
  const parts: Rect[] = []
  for (const part of disjointRects(around)) {
    const above = parts.at(-1)
    const continues = above?.x === part.x && above.width === part.width && above.y + above.height === part.y
    if (continues) above.height += part.height
    else parts.push(part)
  }
  return parts
}

/**
 * Maximum fraction of changed pixels for revising the boxes. Above it, the boxes are computed again from all pixels.
 */
const MAX_REVISED_FRACTION = 1 / 4

/**
 * Stores the boxes of `after`, which differs from `before` only in `parts`. The new boxes are unions of `parts` and the
 * boxes of `before`, so pixels needn't be read.
 */
export function reviseMatteBox(before: MatteAsset, after: MatteAsset, parts: readonly Rect[]): void {
  const boxes = known.get(before)
  const area = parts.reduce((sum, { width, height }) => sum + width * height, 0)
  if (boxes === undefined || area > MAX_REVISED_FRACTION * after.width * after.height) return
  const bands = boxes.bands.map((box, i) =>
    parts.map((part) => intersection(part, bandOf(after, i))).reduce(unionOrNull, box),
  )
  known.set(after, { bands, whole: bands.reduce(unionOrNull, null) })
}

function boxesOf(matte: Coverage): Boxes {
  const held = known.get(matte)
  if (held) return held
  const count = Math.ceil(matte.height / rowsPerBand(matte))
  const bands = Array.from({ length: count }, (_, i) => nonZeroBounds(matte.coverage, bandOf(matte, i)))
  const boxes: Boxes = { bands, whole: bands.reduce(unionOrNull, null) }
  known.set(matte, boxes)
  return boxes
}

const rowsPerBand = ({ height }: Coverage) => Math.ceil(height / BANDS)

function bandOf(matte: Coverage, index: number): Rect {
  const rows = rowsPerBand(matte)
  const y = index * rows
  return { x: 0, y, width: matte.width, height: Math.min(rows, matte.height - y) }
}
