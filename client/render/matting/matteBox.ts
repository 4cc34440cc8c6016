/** The bounding box of a matte's subject, outside of which nothing is painted. */

import type { Rect } from '../../kit/base/geometry.ts'
import { union } from '../../kit/base/rect.ts'
import type { Coverage, MatteAsset } from '../../model/assets/store.ts'

const boxes = new WeakMap<Coverage, Rect | null>()

/** Returns the bounding box of all coverage above 0, document px; null for an empty matte. Computed once per matte. */
export function matteBox(matte: Coverage): Rect | null {
  const known = boxes.get(matte)
  if (known !== undefined) return known
  const box = boxOf(matte)
  boxes.set(matte, box)
  return box
}

/** Beyond this fraction of changed pixels the box is computed again. */
const MAX_REVISED_FRACTION = 1 / 4

/**
 * Stores the bounding box of `after`, which differs from `before` only in `parts`, without reading its pixels: the
 * union of the parts and the box of `before`.
 */
export function reviseMatteBox(before: MatteAsset, after: MatteAsset, parts: readonly Rect[]): void {
  const known = boxes.get(before)
  const area = parts.reduce((sum, { width, height }) => sum + width * height, 0)
  if (known === undefined || area > MAX_REVISED_FRACTION * after.width * after.height) return
  boxes.set(
    after,
    parts.reduce<Rect | null>((box, part) => (box ? union(box, part) : part), known),
  )
}

function boxOf({ width, height, coverage }: Coverage): Rect | null {
  const bytes = new DataView(coverage.buffer, coverage.byteOffset, coverage.byteLength)
  const size = width * height
  const first = firstCovered(bytes, 0, size)
  if (first === size) return null
  const top = Math.floor(first / width)
  const bottom = Math.ceil(endOfCovered(bytes, 0, size) / width)
  let [left, right] = [width, 0]
  for (let y = top; y < bottom; y++) {
    const row = y * width // only beyond the present box
    left = firstCovered(bytes, row, row + left) - row
    right = endOfCovered(bytes, row + right, row + width) - row
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The index of the first byte above 0 in [from, to), else `to`. Reads four bytes at a time. */
function firstCovered(bytes: DataView, from: number, to: number): number {
  let at = from
  while (at + 4 <= to && bytes.getUint32(at) === 0) at += 4
  while (at < to && bytes.getUint8(at) === 0) at++
  return at
}

/** One past the last byte above 0 in [from, to), else `from`. */
function endOfCovered(bytes: DataView, from: number, to: number): number {
  let at = to
  while (at - 4 >= from && bytes.getUint32(at - 4) === 0) at -= 4
  while (at > from && bytes.getUint8(at - 1) === 0) at--
  return at
}
