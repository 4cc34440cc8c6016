/** The row filters Up and Average (PNG spec, 9.2): each byte minus a prediction from its neighbours. */

import { UP } from '../parameters.ts'
import type { PngStrip } from '../pngStrip.ts'

/** Filters `count` rows of a strip from row `first` on. Each filtered row starts with its filter type byte. */
export function filterRows({ width, rgba, above, opaque }: PngStrip, kind: number, first: number, count: number) {
  const channels = opaque ? 3 : 4
  /** Byte `i` of row `y`; row −1 is the one above the strip. 0 outside the picture. */
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
      const prediction = kind === UP ? at(y - 1, i) : (at(y - 1, i) + at(y, i - channels)) >> 1
      out[to++] = at(y, i) - prediction
    }
  }
  return out
}
