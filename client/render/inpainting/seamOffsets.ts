/** Color offsets that hide the seams of a fill. */
import type { Inpainting } from './levelFeatures.ts'

/** Largest step across a seam that is smoothed, 8-bit levels. A larger step is an edge of the photo's content. */
const LARGEST_STEP = 40
/** Pull of each offset toward 0, relative to one neighbor. Offsets decay over about 22 px (1 / √DECAY). */
const DECAY = 0.002
const ROUNDS = 60
/** Factor of the over-relaxation, 1..2. With this factor, 60 rounds are enough. */
const OVERSHOOT = 1.8

/** The pixels to fill, and the steps that their offsets must compensate. */
interface Seams {
  /** Pixel indices of the filled pixels. */
  places: Int32Array
  /** Four entries per filled pixel: the pixel index of a neighbor that is also in the hole, or -1. */
  neighbors: Int32Array
  /** R, G and B per filled pixel: the sum of the color steps to its neighbors. */
  steps: Float32Array
  /** Number of neighbors per filled pixel, including neighbors outside the hole. */
  counts: Uint8Array
}

/**
 * Returns offsets of R, G and B per px, 0 outside the hole. With these offsets, copies with different shifts meet
 * without a step, and meet the photo at the rim without a step (Pérez et al. 2003, "Poisson image editing"). `source`:
 * for each pixel, the index of the pixel that it is copied from, or -1.
 */
export function seamOffsets(picture: Inpainting, source: Int32Array): Float32Array {
  const { places, neighbors, steps, counts } = seamsOf(picture, source)
  const offsets = new Float32Array(3 * source.length)
  for (let round = 0; round < ROUNDS; round++)
    for (let n = 0; n < places.length; n++) {
      const k = round % 2 ? places.length - 1 - n : n
      const share = OVERSHOOT / ((counts[k] ?? 0) + DECAY)
      const to = 3 * (places[k] ?? 0)
      let [r, g, b] = [steps[3 * k] ?? 0, steps[3 * k + 1] ?? 0, steps[3 * k + 2] ?? 0]
      for (let i = 4 * k; i < 4 * k + 4; i++) {
        const next = 3 * (neighbors[i] ?? 0)
        if (next < 0) continue
        r += offsets[next] ?? 0
        g += offsets[next + 1] ?? 0
        b += offsets[next + 2] ?? 0
      }
      if (counts[k] === 0) continue
      offsets[to] = (offsets[to] ?? 0) * (1 - OVERSHOOT) + share * r
      offsets[to + 1] = (offsets[to + 1] ?? 0) * (1 - OVERSHOOT) + share * g
      offsets[to + 2] = (offsets[to + 2] ?? 0) * (1 - OVERSHOOT) + share * b
    }
  return offsets
}

function seamsOf(picture: Inpainting, source: Int32Array): Seams {
  const { width, hole } = picture
  const places = Int32Array.from([...source.keys()].filter((at) => (source[at] ?? -1) >= 0))
  const neighbors = new Int32Array(4 * places.length).fill(-1)
  const steps = new Float32Array(3 * places.length)
  const counts = new Uint8Array(places.length)
  const step = new Float32Array(3)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] ?? 0
    for (const [i, shift] of [-1, 1, -width, width].entries()) {
      const next = at + shift
      if (!isBeside(width, at, next) || (!isKnown(picture, at, next) && !hole[next])) continue
      step.fill(0)
      if (!readStep(picture, source, [at, next], step)) continue
      counts[k] = (counts[k] ?? 0) + 1
      if (hole[next]) neighbors[4 * k + i] = next
      for (let c = 0; c < 3; c++) steps[3 * k + c] = (steps[3 * k + c] ?? 0) + (step[c] ?? 0)
    }
  }
  return { places, neighbors, steps, counts }
}

/**
 * Writes the step between a filled pixel and its neighbor: the neighbor's color minus the color that continues the
 * pixel's own copy. If possible, writes the mean of this step and the step seen from the neighbor's copy. Returns false
 * if the step is unknown, or too large to smooth.
 */
function readStep(
  { pixels, ...picture }: Inpainting,
  source: Int32Array,
  [at, next]: readonly [number, number],
  step: Float32Array,
): boolean {
  const shift = next - at
  const from = source[at] ?? 0
  const nextFrom = source[next] ?? -1
  if (nextFrom === from + shift) return true // both pixels are copied with the same shift, so there is no seam
  const shown = nextFrom < 0 ? next : nextFrom
  const [own, other] = [from + shift, nextFrom - shift]
  const isOwn = isKnown(picture, from, own)
  const isOther = nextFrom >= 0 && isKnown(picture, nextFrom, other)
  if (!isOwn && !isOther) return false
  for (let c = 0; c < 3; c++) {
    const byOwn = isOwn ? (pixels[3 * shown + c] ?? 0) - (pixels[3 * own + c] ?? 0) : 0
    const byOther = isOther ? (pixels[3 * other + c] ?? 0) - (pixels[3 * from + c] ?? 0) : 0
    step[c] = (byOwn + byOther) / (isOwn && isOther ? 2 : 1)
    if (Math.abs(step[c] ?? 0) > LARGEST_STEP) return false
  }
  return true
}

/** Returns true if px `to` is next to px `from`, and not across the image's left or right edge. */
const isBeside = (width: number, from: number, to: number) => Math.abs((to % width) - (from % width)) <= 1

/**
 * Returns true if px `to` is next to px `from` (not across the image's edge) and is neither in the hole nor excluded.
 */
function isKnown({ width, hole, excluded }: Omit<Inpainting, 'pixels'>, from: number, to: number): boolean {
  const isInside = to >= 0 && to < hole.length && isBeside(width, from, to)
  return isInside && !hole[to] && !excluded?.[to]
}
