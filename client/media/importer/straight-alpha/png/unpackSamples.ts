/** Converts samples of a PNG to RGBA bytes (PNG spec, 13.12: linear scaling, rounded). */
import type { ConvertColor } from '#client/kit/base/color-space/convertPixels.ts'
import { GREY, INDEXED, type ParsedPng, TRUECOLOUR } from './parsePng.ts'

/** Writes the first `pixels` pixels of a row into `out` as RGBA, from byte `at` on, one pixel every `step` bytes. */
export type WriteRow = (row: Uint8Array, pixels: number, out: Uint8ClampedArray, at: number, step: number) => void

/**
 * Returns the function that converts unfiltered rows of this PNG (one pass of an interlaced one) to RGBA bytes with
 * straight alpha; it applies palette and tRNS. `convert` gets red, green and blue with the file's bit depth, 0..2^depth − 1;
 * null = no colour conversion. It is not called for a PNG with a palette, whose colours are written as they are in the file.
 * An index beyond the palette gives opaque black.
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
  const { depth, channels, colourType, palette, transparency } = parts
  const sample = sampleReader(depth)
  const max = 2 ** depth - 1
  const toByte = (value: number) => Math.round((value * 255) / max)
  if (colourType === INDEXED)
    return (row, i, out, at) => {
      const index = sample(row, i)
      for (let c = 0; c < 3; c++) out[at + c] = palette[3 * index + c] ?? 0
      out[at + 3] = transparency?.[index] ?? 255
    }
  const isColoured = channels > 2
  const hasAlpha = channels % 2 === 0
  const transparentColour =
    transparency && (colourType === GREY || colourType === TRUECOLOUR) ? samplesOf(transparency) : null
  const [greenAt, blueAt] = isColoured ? [1, 2] : [0, 0]
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
    const isTransparent = transparentColour?.every((value, c) => value === sample(row, first + c)) ?? false
    out[at + 3] = hasAlpha ? toByte(sample(row, first + channels - 1)) : isTransparent ? 0 : 255
  }
}

/** Returns a function that reads sample `i` of a row. Samples below 8 bits are packed from the highest bit. */
function sampleReader(depth: number): (row: Uint8Array, i: number) => number {
  if (depth === 8) return (row, i) => row[i] as number
  if (depth === 16) return (row, i) => ((row[2 * i] as number) << 8) | (row[2 * i + 1] as number)
  const perByte = 8 / depth
  return (row, i) => ((row[Math.floor(i / perByte)] as number) >> (8 - depth * (1 + (i % perByte)))) & (2 ** depth - 1)
}

const samplesOf = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length >> 1 }, (_, i) => ((bytes[2 * i] as number) << 8) | (bytes[2 * i + 1] as number))
