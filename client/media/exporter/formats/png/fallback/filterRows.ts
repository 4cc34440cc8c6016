/** The row filters of PNG: each byte is replaced by its difference from a guess made of its neighbours. */

import { UP } from '../parameters.ts'
import type { Strip } from '../pngStrip.ts'

/** Rows `first` to `first + count` of a strip, each behind the number of the filter. */
export function filterRows({ width, rgba, above, opaque }: Strip, kind: number, first: number, count: number) {
  const channels = opaque ? 3 : 4
  /** Byte `i` of row `y`, which may be the one above the strip; black outside the picture. */
  function at(y: number, i: number): number {
    if (i < 0) return 0
    const inRow = 4 * Math.floor(i / channels) + (i % channels)
    return (y < 0 ? above?.[inRow] : rgba[4 * width * y + inRow]) ?? 0
  }

  const out = new Uint8Array(count * (width * channels + 1))
  let to = 0
  for (let y = first; y < first + count; y++) {
    out[to++] = kind
    for (let i = 0; i < width * channels; i++) {
      const guess = kind === UP ? at(y - 1, i) : (at(y - 1, i) + at(y, i - channels)) >> 1
      out[to++] = at(y, i) - guess
    }
  }
  return out
}
