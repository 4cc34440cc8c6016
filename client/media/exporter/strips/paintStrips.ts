import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { copyRect, unionOrNull } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { visibleBounds } from '#client/model/assets/pixels.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PixelSource } from '../pixelSource.ts'

/**
 * The pixels of full-width rows of an image. Workers encode strips in parallel, because each strip needs only its own
 * rows and the row above.
 */
export interface Strip {
  width: number
  rows: number
  /** Index of the strip's first row in the image. */
  y: number
  isLast: boolean
  /** Pixels of the strip: row-major RGBA with straight alpha. */
  rgba: Uint8Array<ArrayBuffer>
  /** RGBA of the row above the strip. Null at the top of the image. */
  above: Uint8Array | null
}

/** An encoded strip. The file contains the chunks of all strips in order. */
export interface EncodedStrip {
  /** The bytes of the strip in the file. Encoding the next strip overwrites these bytes. */
  chunk: Uint8Array<ArrayBuffer>
  /** Adler-32 and number of bytes of a PNG's filtered rows. Absent for a JPEG. */
  filtered?: { adler: number; length: number }
}

/** Encodes one strip. Encode the strips one after another. */
export type EncodeStrip = (strip: Strip) => EncodedStrip

/** Returns a buffer of `bytes` bytes for the pixels of a strip. */
export type AllocatePixels = (bytes: number) => Uint8Array<ArrayBuffer>

/**
 * Paints an image strip by strip. While a strip is painted, calls `use` with the RGBA pixels of the previous strip.
 * `use` returns an error or null. Fails with the error of `use`, with 'aborted' or with 'context-lost'. Resolves only
 * after all painting is finished.
 */
export async function eachStrip(
  source: PixelSource,
  { signal, onProgress }: ExportOptions,
  use: (rgba: Uint8Array<ArrayBuffer>, strip: StripPlan) => ExportError | null | Promise<ExportError | null>,
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

/**
 * Returns the bounding box of all pixels with alpha above 0, in px of the source. Fails with 'no-subject' if all pixels
 * are transparent, with 'aborted', or with 'context-lost'.
 */
export async function alphaBounds(source: PixelSource, signal: AbortSignal): Promise<Result<Rect, ExportError>> {
  let bounds: Rect | null = null
  const painted = await eachStrip(source, { signal }, (rgba, { y, rows }) => {
    const part = visibleBounds(rgba, { width: source.size.width, height: rows })
    bounds = unionOrNull(bounds, part && { ...part, y: y + part.y })
    return null
  })
  if (!painted.ok) return painted
  return bounds ? ok(bounds) : err('no-subject')
}

const allocateNew: AllocatePixels = (bytes) => new Uint8Array(bytes)

/**
 * Paints one strip tile by tile. Returns row-major RGBA with straight alpha, or null if painting fails or is aborted.
 */
export async function paintStrip(
  source: PixelSource,
  { y, rows, tiles }: StripPlan,
  signal: AbortSignal,
  allocate: AllocatePixels,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const { width } = source.size
    const into = allocate(4 * width * rows)
    const [only] = tiles
    if (tiles.length === 1 && only) return await source.paint(only, into)
    for (const tile of tiles) {
      if (signal.aborted) return null
      copyRect(await source.paint(tile), tile, into, { x: 0, y, width, height: rows }, 4)
    }
    return into
  } catch (error) {
    if (!signal.aborted) console.error(`painting rows ${y} to ${y + rows} failed`, error)
    return null
  }
}

/** Minimum number of rows of a strip. Smaller strips would need many more renders and Huffman tables. */
const MIN_ROWS = 160
/** Approximate number of pixels of a strip. Strips of narrow images are therefore taller. */
const STRIP_PIXELS = 5 << 17

/**
 * Full-width rows of the output, px. The rows are split into several tiles if the image is wider than the maximum
 * texture size.
 */
export interface StripPlan {
  y: number
  rows: number
  /** Tiles of the strip, left to right. */
  tiles: Rect[]
}

/**
 * Returns strips that cover the image from top to bottom. The number of rows of each strip but the last is a multiple
 * of `rowMultiple`. If `maxSide` (maximum texture size) doesn't limit the rows, the strips depend only on the image's
 * size. Every device then writes the same file.
 * @throws RangeError if `maxSide` is below 1
 */
export function planStrips({ width, height }: Size, maxSide: number, rowMultiple = 1): StripPlan[] {
  if (!(maxSide >= 1)) throw new RangeError(`planStrips: textures of ${maxSide} px`)
  const rows = clamp(Math.floor(STRIP_PIXELS / width), MIN_ROWS, maxSide)
  const rowsPerStrip = Math.max(rowMultiple, rows - (rows % rowMultiple))
  const strips: StripPlan[] = []
  for (let y = 0; y < height; y += rowsPerStrip) {
    const left = Math.min(rowsPerStrip, height - y)
    strips.push({ y, rows: left, tiles: planTiles({ x: 0, y, width, height: left }, maxSide) })
  }
  return strips
}

/** Splits a region into tiles of nearly equal width. No tile is wider than `maxSide`. */
function planTiles({ x, y, width, height }: Rect, maxSide: number): Rect[] {
  const count = Math.ceil(width / maxSide)
  const edge = (i: number) => x + Math.round((i * width) / count)
  return Array.from({ length: count }, (_, i) => ({ x: edge(i), y, width: edge(i + 1) - edge(i), height }))
}
