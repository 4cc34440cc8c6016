import type { Rect, Size } from '#client/kit/base/geometry.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PixelSource } from '../pixelSource.ts'

/** The pixels of full-width rows of a picture. A strip depends only on the row above it, so workers encode strips in parallel. */
export interface Strip {
  /** Px. */
  width: number
  rows: number
  /** The strip's first row, px. */
  y: number
  /** True for the last strip of the picture. */
  isLast: boolean
  /** RGBA, straight alpha, row-major. */
  rgba: Uint8Array<ArrayBuffer>
  /** The RGBA row above the strip; null at the top of the picture. */
  above: Uint8Array | null
}

/** An encoded strip. The formats join the chunks of all strips in order. */
export interface EncodedStrip {
  /** The strip's part of the file. An encoder overwrites the bytes with its next strip. */
  chunk: Uint8Array<ArrayBuffer>
  /** Adler-32 and number of bytes of a PNG's filtered rows; absent for a JPEG. */
  filtered?: { adler: number; length: number }
}

/** Encodes one strip after the other. */
export type EncodeStrip = (strip: Strip) => EncodedStrip

/** Returns a buffer of `bytes` bytes for the pixels of a strip. */
export type AllocatePixels = (bytes: number) => Uint8Array<ArrayBuffer>

/**
 * Paints a picture strip by strip, and calls `use` with the RGBA pixels of each while the next strip is painted. Fails with
 * the error that `use` returns, with 'aborted' or 'context-lost'. Resolves only after all painting has ended.
 */
export async function eachStrip(
  source: PixelSource,
  { signal, onProgress }: ExportOptions,
  use: (rgba: Uint8Array<ArrayBuffer>, strip: StripPlan) => UseResult | Promise<UseResult>,
  {
    strips = planStrips(source.size, source.maxSide),
    allocate = allocateNew,
  }: { strips?: readonly StripPlan[]; allocate?: AllocatePixels } = {},
): Promise<Result<void, ExportError>> {
  const start = (strip: StripPlan | undefined) =>
    strip && !signal.aborted ? paintStrip(source, strip, signal, allocate) : null
  let current = start(strips[0])
  try {
    for (const [i, strip] of strips.entries()) {
      const next = start(strips[i + 1])
      const rgba = await current
      current = next
      if (signal.aborted) return err('aborted')
      if (!rgba) return err('context-lost')
      const failure = await use(rgba, strip)
      if (signal.aborted) return err('aborted')
      if (failure) return err(failure)
      onProgress?.((strip.y + strip.rows) / source.size.height)
    }
    return ok(undefined)
  } finally {
    await current
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a result never fails
type UseResult = ExportError | null | void

const allocateNew: AllocatePixels = (bytes) => new Uint8Array(bytes)

/** Paints one strip, tile by tile. Returns RGBA, straight alpha, row-major; null when painting fails or is aborted. */
export async function paintStrip(
  painter: PixelSource,
  { y, rows, tiles }: StripPlan,
  signal: AbortSignal,
  allocate = allocateNew,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const rowBytes = 4 * painter.size.width
    const into = allocate(rowBytes * rows)
    const [only] = tiles
    if (tiles.length === 1 && only) return await painter.paint(only, into)
    for (const tile of tiles) {
      if (signal.aborted) return null
      const pixels = await painter.paint(tile)
      const tileRow = 4 * tile.width
      for (let row = 0; row < rows; row++)
        into.set(pixels.subarray(row * tileRow, (row + 1) * tileRow), row * rowBytes + 4 * tile.x)
    }
    return into
  } catch (error) {
    if (!signal.aborted) console.error(`painting rows ${y} to ${y + rows} failed`, error)
    return null
  }
}

/** Minimum rows of a strip. Smaller strips would need noticeably more renders and Huffman tables. */
const MIN_ROWS = 160
/** Approximate number of pixels of a strip. Narrow pictures therefore have taller strips. */
const STRIP_PIXELS = 5 << 17

/**
 * Full-width rows of the output, px. Painted in several tiles when the picture is wider than the maximum texture size.
 */
export interface StripPlan {
  y: number
  rows: number
  /** Left to right. */
  tiles: Rect[]
}

/**
 * Returns strips that cover the picture from top to bottom. All but the last have a multiple of `rowMultiple` rows. Unless
 * `maxSide`, the maximum texture size, limits the rows, they depend on the picture's size alone, so that every device writes
 * the same file. @throws RangeError for a `maxSide` below 1
 */
export function planStrips({ width, height }: Size, maxSide: number, rowMultiple = 1): StripPlan[] {
  if (!(maxSide >= 1)) throw new RangeError(`planStrips: textures of ${maxSide} px`)
  const rows = Math.min(maxSide, Math.max(MIN_ROWS, Math.floor(STRIP_PIXELS / width)))
  const rowsPerStrip = Math.max(rowMultiple, rows - (rows % rowMultiple))
  const strips: StripPlan[] = []
  for (let y = 0; y < height; y += rowsPerStrip) {
    const left = Math.min(rowsPerStrip, height - y)
    strips.push({ y, rows: left, tiles: planTiles({ x: 0, y, width, height: left }, maxSide) })
  }
  return strips
}

/** Splits a region into tiles of nearly equal width, none wider than `maxSide`. */
export function planTiles({ x, y, width, height }: Rect, maxSide: number): Rect[] {
  const count = Math.ceil(width / maxSide)
  const edge = (i: number) => x + Math.round((i * width) / count)
  return Array.from({ length: count }, (_, i) => ({ x: edge(i), y, width: edge(i + 1) - edge(i), height }))
}
