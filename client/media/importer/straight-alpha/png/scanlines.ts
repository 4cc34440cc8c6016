/** Interlacing and row filters of a PNG (PNG spec, 8 and 9). */
import type { Size } from '#client/kit/base/geometry.ts'

/** A reduced image of Adam7: every `stepX`th px of every `stepY`th row, from (x, y) on. */
export interface Pass extends Size {
  x: number
  y: number
  stepX: number
  stepY: number
}

/** x, y, stepX and stepY of each pass. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the passes that contain pixels; one pass without interlacing. */
export function passesOf({ width, height }: Size, isInterlaced: boolean): Pass[] {
  if (!isInterlaced) return [{ x: 0, y: 0, stepX: 1, stepY: 1, width, height }]
  return ADAM7.map(([x, y, stepX, stepY]) => ({
    x,
    y,
    stepX,
    stepY,
    width: Math.ceil((width - x) / stepX),
    height: Math.ceil((height - y) / stepY),
  })).filter((pass) => pass.width > 0 && pass.height > 0)
}

/**
 * Reverses a row's filter, in place. `above`: the reconstructed row above, zeros at the top. `pixel`: bytes per pixel,
 * at least 1. @throws Error for an unknown filter
 */
export function reconstructRow(filter: number, row: Uint8Array, above: Uint8Array, pixel: number): void {
  const left = (i: number) => (i < pixel ? 0 : (row[i - pixel] as number))
  switch (filter) {
    case 0:
      return
    case 1:
      for (let i = pixel; i < row.length; i++) row[i] = (row[i] as number) + (row[i - pixel] as number)
      return
    case 2:
      for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) + (above[i] as number)
      return
    case 3:
      for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) + ((left(i) + (above[i] as number)) >> 1)
      return
    case 4:
      for (let i = 0; i < row.length; i++) {
        const corner = i < pixel ? 0 : (above[i - pixel] as number)
        row[i] = (row[i] as number) + paeth(left(i), above[i] as number, corner)
      }
      return
    default:
      throw new Error(`PNG: no filter ${filter}`)
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}
