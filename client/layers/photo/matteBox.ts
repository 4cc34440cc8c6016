/** Where a matte's subject is, so that nothing is painted where there is none. */
import type { MatteAsset } from '../../assets/store.ts'
import type { Rect } from '../../base/geometry.ts'
import { union } from '../../base/rect.ts'

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
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    const row = y * width
    let first = 0
    while (first < width && coverage[row + first] === 0) first++
    if (first === width) continue
    let last = width - 1 // no farther back than the box reaches already
    while (last >= right && coverage[row + last] === 0) last--
    left = Math.min(left, first)
    right = Math.max(right, last + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  return bottom > 0 ? { x: left, y: top, width: right - left, height: bottom - top } : null
}
