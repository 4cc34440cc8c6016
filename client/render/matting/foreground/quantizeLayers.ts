/** Estimated colours → bytes to be painted, such that both together give the photo back. */
import type { Parted } from './estimateForeground.ts'

export interface Painted {
  /** RGBA. The last byte is no opacity: it says how much a pixel counts in a mean. */
  front: Uint8Array<ArrayBuffer>
  behind: Uint8Array<ArrayBuffer>
}

interface Given {
  /** The photo's bytes and its matte's, row-major. */
  rgba: ArrayLike<number>
  coverage: ArrayLike<number>
  parted: Parted
}

/**
 * Where all is subject the front is the photo, where nothing is the background is; in between
 * coverage · front + (1 − coverage) · behind is within a code of it.
 */
export function painted({ rgba, coverage, parted }: Given): Painted {
  const front = new Uint8Array(coverage.length * 4)
  const behind = new Uint8Array(coverage.length * 4)
  for (let at = 0; at < coverage.length; at++) {
    const share = coverage[at] ?? 0
    for (let channel = 0; channel < 3; channel++) {
      const code = rgba[4 * at + channel] ?? 0
      const [f, b] = codesOf(code, share, 255 * (parted.front[3 * at + channel] ?? 0))
      front[4 * at + channel] = f
      behind[4 * at + channel] = b
    }
    front[4 * at + 3] = Math.max(1, share)
    behind[4 * at + 3] = Math.max(1, 255 - share)
  }
  return { front, behind }
}

/** The front's code nearest to the estimate that leaves a possible one behind, and that one. */
function codesOf(code: number, share: number, estimate: number): [front: number, behind: number] {
  if (share === 255) return [code, code]
  if (share === 0) return [Math.round(estimate), code]
  const lowest = Math.max(0, (255 * (code - 255 + share)) / share)
  const highest = Math.min(255, (255 * code) / share)
  const [first, last] = [Math.ceil(lowest), Math.floor(highest)]
  const front =
    first <= last ? Math.min(last, Math.max(first, Math.round(estimate))) : Math.round((lowest + highest) / 2)
  const behind = Math.round((255 * code - share * front) / (255 - share))
  return [front, Math.min(255, Math.max(0, behind))]
}
