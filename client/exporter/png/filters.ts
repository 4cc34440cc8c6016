/**
 * The row filters of PNG (spec, clause 9): each byte is replaced by its difference from a guess made of its left (a),
 * upper (b) and upper left (c) neighbour.
 */
export const SUB = 1
export const UP = 2
export const PAETH = 4
export type Filter = typeof SUB | typeof UP | typeof PAETH

/** Every so many bytes of a row take part in the choice of its filter; odd, so that all channels do. */
const SAMPLE_STRIDE = 23

/**
 * What Paeth's guess adds to c, modulo 256, by (b − c) and (a − c): its branches taken once, not per byte.
 * One row of 512 entries per b − c, both shifted by 256.
 */
const CENTRE = (256 << 9) | 256
const PAETH_STEP = makePaethSteps()

function makePaethSteps(): Uint8Array {
  const steps = new Uint8Array(512 * 512)
  for (let up = -255; up <= 255; up++) {
    for (let left = -255; left <= 255; left++) {
      const [toLeft, toUp, toCorner] = [Math.abs(up), Math.abs(left), Math.abs(up + left)]
      steps[(up << 9) + left + CENTRE] = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : 0
    }
  }
  return steps
}

/** Two rows of `channels` bytes per pixel; `above` is all zeros over the picture's first row. */
export interface RowPair {
  row: Uint8Array
  above: Uint8Array
  channels: 3 | 4
}

/** The filter with the smallest residuals on a sample of row `y`. */
export function chooseFilter({ row, above, channels }: RowPair, y: number): Filter {
  let [sub, up, paeth] = [0, 0, 0]
  // the start wanders with y, so that neighbouring rows are judged by different columns
  for (let i = channels + ((7 * y) & 7); i < row.length; i += SAMPLE_STRIDE) {
    const value = row[i] as number
    const a = row[i - channels] as number
    const b = above[i] as number
    const c = above[i - channels] as number
    sub += magnitude(value - a)
    up += magnitude(value - b)
    paeth += magnitude(value - c - (PAETH_STEP[((b - c) << 9) + a - c + CENTRE] as number))
  }
  if (paeth <= sub && paeth <= up) return PAETH
  return sub <= up ? SUB : UP
}

/** Of a residual as a signed byte. */
function magnitude(difference: number): number {
  const signed = (difference << 24) >> 24
  return signed < 0 ? -signed : signed
}

/** Write the filtered row to `out` at `at`: one byte naming the filter, then the residuals. */
export function filterRow(pair: RowPair, filter: Filter, out: Uint8Array, at: number) {
  out[at] = filter
  switch (filter) {
    case SUB:
      return subRow(pair, out, at + 1)
    case UP:
      return upRow(pair, out, at + 1)
    case PAETH:
      return paethRow(pair, out, at + 1)
  }
}

function subRow({ row, channels }: RowPair, out: Uint8Array, at: number) {
  for (let i = 0; i < channels; i++) out[at + i] = row[i] as number
  for (let i = channels; i < row.length; i++) out[at + i] = (row[i] as number) - (row[i - channels] as number)
}

function upRow({ row, above }: RowPair, out: Uint8Array, at: number) {
  for (let i = 0; i < row.length; i++) out[at + i] = (row[i] as number) - (above[i] as number)
}

function paethRow({ row, above, channels }: RowPair, out: Uint8Array, at: number) {
  for (let i = 0; i < channels; i++) out[at + i] = (row[i] as number) - (above[i] as number)
  for (let i = channels; i < row.length; i++) {
    const c = above[i - channels] as number
    const step = (((above[i] as number) - c) << 9) + (row[i - channels] as number) - c + CENTRE
    out[at + i] = (row[i] as number) - c - (PAETH_STEP[step] as number)
  }
}
