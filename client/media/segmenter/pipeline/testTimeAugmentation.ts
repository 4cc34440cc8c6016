/** U2-NetP is asked several times about one photo, each time seen otherwise; what SAM can draw says which to believe. */
import type { Candidate } from './maskCandidates.ts'
import { greedyUnion } from './greedyUnion.ts'
import type { Plane } from './plane.ts'

/** One way to show a photo to U2-NetP. */
export interface Look {
  side: 256 | 320
  isMirrored: boolean
  /** Around the photo, as a share of its longer side: what its edge cuts is seen whole more often. */
  margin: number
  /** SAM is asked about what is seen so. */
  asks: boolean
}

export const LOOKS: readonly Look[] = [
  { side: 320, isMirrored: false, margin: 0, asks: true },
  { side: 256, isMirrored: false, margin: 0, asks: false },
  { side: 320, isMirrored: true, margin: 0, asks: true },
  { side: 320, isMirrored: false, margin: 0.15, asks: false },
]

interface Weighing {
  candidates: readonly Candidate[]
  sharpness: number
  /** The last map knows one kind of subject alone: it counts only where no other is put together better. */
  hasGuest: boolean
}

/**
 * How much each map counts, together 1: the soft overlap with the union that SAM's candidates give it, to the power
 * `sharpness`. A map that takes the whole frame for the subject counts nothing unless all do. `maps`: on the grid.
 */
export function weightsOf(maps: readonly Plane[], { candidates, sharpness, hasGuest }: Weighing): number[] {
  const areFrames = maps.map(isFrame)
  const isAllFrames = areFrames.every(Boolean)
  const agreements = maps.map((map) => greedyUnion(map, candidates).agreement)
  const isGuestOut = hasGuest && (agreements.at(-1) ?? 0) <= Math.max(0, ...agreements.slice(0, -1))
  const raw = agreements.map((agreement, i) => {
    const isOut = (areFrames[i] && !isAllFrames) || (isGuestOut && i === maps.length - 1)
    return isOut ? 0 : agreement ** sharpness + 1e-9
  })
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  return raw.map((weight) => weight / total)
}

const FRAME_PX = 4
const FRAME_VALUE = 0.2

/** Every side of the photo is seen as subject. */
function isFrame({ width, height, values }: Plane): boolean {
  const meanOf = (left: number, top: number, right: number, bottom: number) => {
    let sum = 0
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * width + x] ?? 0
    return sum / Math.max(1, (right - left) * (bottom - top))
  }
  const [wide, high] = [Math.min(FRAME_PX, width), Math.min(FRAME_PX, height)]
  return [
    meanOf(0, 0, width, high),
    meanOf(0, height - high, width, height),
    meanOf(0, 0, wide, height),
    meanOf(width - wide, 0, width, height),
  ].every((mean) => mean >= FRAME_VALUE)
}
