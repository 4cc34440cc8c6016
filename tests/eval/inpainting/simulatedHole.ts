/** Simulates holes with known pixels: moves the subject's outline to the background. */
import { dilateSquare } from '#client/kit/pixels/morphology.ts'

interface Mask {
  width: number
  height: number
  /** One byte per pixel, 1 inside the mask. */
  values: Uint8Array
}

/** Minimum coverage of a subject's pixel, 0 to 255. */
const MIN_COVERAGE = 21
const MARGIN = 3
const SCALES = [1, 0.75, 0.5]
const [COLUMNS, ROWS] = [9, 7]
/** Minimum size of a hole, as a fraction of the image. */
const MIN_SHARE = 0.02

/** Returns the mask of the subject with a margin. */
export function subjectMask(truth: Uint8Array, width: number, height: number): Mask {
  const subject = truth.map((value) => (value >= MIN_COVERAGE ? 1 : 0))
  return { width, height, values: dilateSquare(subject, { width, height }, MARGIN) }
}

/**
 * Returns the largest (first in row order) copy of the subject's outline that fits next to the subject. Null if no copy
 * fits, or if the copy is smaller than `MIN_SHARE` of the photo.
 */
export function simulatedHole(subject: Mask): Mask | null {
  const { width, height } = subject
  const box = boxOf(subject)
  if (!box) return null
  for (const scale of SCALES) {
    const size = {
      width: Math.max(8, Math.floor(box.width * scale)),
      height: Math.max(8, Math.floor(box.height * scale)),
    }
    for (let row = 0; row < ROWS; row++)
      for (let column = 0; column < COLUMNS; column++) {
        const x = Math.floor((column / (COLUMNS - 1)) * (width - size.width))
        const y = Math.floor((row / (ROWS - 1)) * (height - size.height))
        const hole = placed(subject, box, { x, y, ...size })
        if (hole.values.some((value, i) => value && subject.values[i])) continue
        const area = hole.values.reduce((sum, value) => sum + value, 0)
        return area >= MIN_SHARE * width * height ? hole : null
      }
  }
  return null
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function boxOf({ width, height, values }: Mask): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!values[y * width + x]) continue
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Scales and moves the mask, with nearest neighbor. */
function placed({ width, height, values }: Mask, from: Box, to: Box): Mask {
  const out = new Uint8Array(width * height)
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++) {
      const sx = from.x + Math.floor((x * from.width) / to.width)
      const sy = from.y + Math.floor((y * from.height) / to.height)
      out[(to.y + y) * width + to.x + x] = values[sy * width + sx] ?? 0
    }
  return { width, height, values: out }
}
