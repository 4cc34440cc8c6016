/** Where a matte's subject is, so that nothing is painted where there is none. */

import type { Rect } from '../../kit/base/geometry.ts'
import { union } from '../../kit/base/rect.ts'
import type { MatteAsset } from '../../model/assets/store.ts'

const boxes = new WeakMap<MatteAsset, Rect | null>()

/** The smallest box around all coverage, document px; null where there is none. Looked for once per matte. */
export function matteBox(matte: MatteAsset): Rect | null {
  const known = boxes.get(matte)
  if (known !== undefined) return known
  const box = boxOf(matte)
  boxes.set(matte, box)
  return box
}

/** More parts than this are a change of the whole, px of the matte. */
const FEW = 1 / 4

/** A matte that differs from an earlier one in a few parts: around them and its box there is nothing to look for. */
export function reviseMatteBox(before: MatteAsset, after: MatteAsset, parts: readonly Rect[]): void {
  const known = boxes.get(before)
  const area = parts.reduce((sum, { width, height }) => sum + width * height, 0)
  if (known === undefined || area > FEW * after.width * after.height) return
  boxes.set(
    after,
    parts.reduce<Rect | null>((box, part) => (box ? union(box, part) : part), known),
  )
}

function boxOf({ width, height, coverage }: MatteAsset): Rect | null {
  const bytes = new DataView(coverage.buffer, coverage.byteOffset, coverage.byteLength)
  const size = width * height
  const first = firstCovered(bytes, 0, size)
  if (first === size) return null
  const top = Math.floor(first / width)
  const bottom = Math.ceil(endOfCovered(bytes, 0, size) / width)
  let [left, right] = [width, 0]
  for (let y = top; y < bottom; y++) {
    const row = y * width // looked at no farther than the box reaches already
    left = firstCovered(bytes, row, row + left) - row
    right = endOfCovered(bytes, row + right, row + width) - row
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The first place in `from` to `to` that is not 0, else `to`. Four bytes at a time: large mattes are mostly empty. */
function firstCovered(bytes: DataView, from: number, to: number): number {
  let at = from
  while (at + 4 <= to && bytes.getUint32(at) === 0) at += 4
  while (at < to && bytes.getUint8(at) === 0) at++
  return at
}

/** The end of what is not 0 in `from` to `to`, else `from`. */
function endOfCovered(bytes: DataView, from: number, to: number): number {
  let at = to
  while (at - 4 >= from && bytes.getUint32(at - 4) === 0) at -= 4
  while (at > from && bytes.getUint8(at - 1) === 0) at--
  return at
}
