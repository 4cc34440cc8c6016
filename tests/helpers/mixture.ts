/** A photo with known foreground and background colors: a subject with soft strands in front of a background. */
import type { Size } from '#client/kit/geometry/geometry.ts'

export interface Mixture extends Size {
  /** The true foreground colors (RGBA) where coverage is above 0. */
  front: Uint8ClampedArray<ArrayBuffer>
  rgba: Uint8ClampedArray<ArrayBuffer>
  coverage: Uint8Array<ArrayBuffer>
}

export function mixtureOf({ width, height }: Size): Mixture {
  const front = new Uint8ClampedArray(width * height * 4)
  const rgba = new Uint8ClampedArray(width * height * 4)
  const coverage = new Uint8Array(width * height)
  for (let at = 0; at < coverage.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const strand = 9 * Math.sin(y / 5) + 4 * Math.sin(y / 1.7)
    const share = Math.min(1, Math.max(0, (width / 2 + strand - x) / 12))
    coverage[at] = Math.round(255 * share)
    const subject = [205 - (40 * y) / height, 90 + (30 * x) / width, 30 + 10 * Math.sin(x / 9)]
    const background = [30 + (60 * y) / height, 140 + 20 * Math.sin(y / 11), 230 - (40 * x) / width]
    for (let c = 0; c < 3; c++) {
      front[4 * at + c] = subject[c] ?? 0
      rgba[4 * at + c] =
        ((subject[c] ?? 0) * (coverage[at] ?? 0) + (background[c] ?? 0) * (255 - (coverage[at] ?? 0))) / 255
    }
    front[4 * at + 3] = rgba[4 * at + 3] = 255
  }
  return { width, height, front, rgba, coverage }
}

/** Returns the mean absolute color difference in soft pixels, in 8-bit levels. */
export function edgeError(found: ArrayLike<number>, truth: ArrayLike<number>, coverage: Uint8Array): number {
  let [sum, count] = [0, 0]
  coverage.forEach((share, at) => {
    if (share < 13 || share > 242) return
    count += 3
    for (let c = 0; c < 3; c++) sum += Math.abs((found[4 * at + c] ?? 0) - (truth[4 * at + c] ?? 0))
  })
  return sum / count
}
