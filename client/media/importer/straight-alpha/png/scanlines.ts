/** Undoes interlacing and row filters of a PNG (PNG spec, 8 and 9). */
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { ConvertColor } from '#client/kit/pixels/color-space/convertPixels.ts'
import { GRAY, INDEXED, type ParsedPng, TRUECOLOR } from './parsePng.ts'

/** A reduced image of Adam7: each `stepX`th px of each `stepY`th row, beginning at (x, y). */
export interface Pass extends Size {
  x: number
  y: number
  stepX: number
  stepY: number
}

/** The values x, y, stepX and stepY of each Adam7 pass. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the passes that contain pixels. Without interlacing, returns one pass. */
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
 * Reverses a row's filter in place. `above`: the reconstructed previous row, or zeros at the top. `pixel`: bytes per
 * pixel, at least 1. @throws Error for an unknown filter
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
      throw new Error(`PNG has no filter of type ${filter}`)
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}

/**
 * Writes the first `pixels` pixels of a row as RGBA into `out`, beginning at byte `at`. In `out`, the pixels are `step`
 * bytes apart.
 */
export type WriteRow = (row: Uint8Array, pixels: number, out: Uint8ClampedArray, at: number, step: number) => void

/**
 * Returns a function that converts unfiltered rows of this PNG (or of one pass) to RGBA bytes with straight alpha,
 * using palette and tRNS. `convert` receives red, green and blue with the file's bit depth, 0..2^depth − 1. If
 * `convert` is null, colors aren't converted. For a PNG with a palette, `convert` is not called and the palette's
 * colors are written unchanged. An index outside the palette becomes opaque black.
 */
export function rowWriter(parts: ParsedPng, convert: ConvertColor | null): WriteRow {
  if (!convert && parts.depth === 8 && parts.channels === 4) return copyRow
  const pixelOf = pixelReader(parts, convert)
  return (row, pixels, out, at, step) => {
    for (let i = 0; i < pixels; i++) pixelOf(row, i, out, at + i * step)
  }
}

const copyRow: WriteRow = (row, pixels, out, at, step) => {
  if (step === 4) return out.set(row, at)
  for (let i = 0; i < pixels; i++) out.set(row.subarray(4 * i, 4 * i + 4), at + i * step)
}

type WritePixel = (row: Uint8Array, i: number, out: Uint8ClampedArray, at: number) => void

function pixelReader(parts: ParsedPng, convert: ConvertColor | null): WritePixel {
  const { depth, channels, colorType, palette, transparency } = parts
  const sample = sampleReader(depth)
  const max = 2 ** depth - 1
  const toByte = (value: number) => Math.round((value * 255) / max)
  if (colorType === INDEXED)
    return (row, i, out, at) => {
      const index = sample(row, i)
      for (let c = 0; c < 3; c++) out[at + c] = palette[3 * index + c] ?? 0
      out[at + 3] = transparency?.[index] ?? 255
    }
  const isColored = channels > 2
  const hasAlpha = channels % 2 === 0
  const transparentColor =
    transparency && (colorType === GRAY || colorType === TRUECOLOR) ? samplesOf(transparency) : null
  const [greenAt, blueAt] = isColored ? [1, 2] : [0, 0]
  const store: ConvertColor =
    convert ??
    ((red, green, blue, out, at) => {
      out[at] = toByte(red)
      out[at + 1] = toByte(green)
      out[at + 2] = toByte(blue)
    })
  return (row, i, out, at) => {
    const first = i * channels
    store(sample(row, first), sample(row, first + greenAt), sample(row, first + blueAt), out, at)
    const isTransparent = transparentColor?.every((value, c) => value === sample(row, first + c)) ?? false
    out[at + 3] = hasAlpha ? toByte(sample(row, first + channels - 1)) : isTransparent ? 0 : 255
  }
}

/** Returns a function that reads sample `i` of a row. Samples below 8 bits are packed, highest bits first. */
function sampleReader(depth: number): (row: Uint8Array, i: number) => number {
  if (depth === 8) return (row, i) => row[i] as number
  if (depth === 16) return (row, i) => ((row[2 * i] as number) << 8) | (row[2 * i + 1] as number)
  const perByte = 8 / depth
  return (row, i) => ((row[Math.floor(i / perByte)] as number) >> (8 - depth * (1 + (i % perByte)))) & (2 ** depth - 1)
}

const samplesOf = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length >> 1 }, (_, i) => ((bytes[2 * i] as number) << 8) | (bytes[2 * i + 1] as number))
