import type { PixelSource } from '../pixelSource.ts'
import type { StripPlan } from './planStrips.ts'

/** Returns a buffer of `bytes` bytes for the pixels of a strip. */
export type AllocatePixels = (bytes: number) => Uint8Array<ArrayBuffer>

/** `rgba`: straight alpha, row-major; null when painting failed, for example because the GPU context was lost. */
export interface PaintedStrip {
  strip: StripPlan
  rgba: Uint8Array<ArrayBuffer> | null
}

/**
 * Yields the painted strips of a picture in order, and paints the next strip while the caller uses the present one.
 * When the caller leaves the loop early, the generator waits until the painting in progress has ended.
 */
export async function* paintStrips(
  painter: PixelSource,
  strips: readonly StripPlan[],
  allocate: AllocatePixels,
  signal: AbortSignal,
): AsyncGenerator<PaintedStrip, void, void> {
  const start = (strip: StripPlan | undefined) => (strip ? paintStrip(painter, strip, allocate, signal) : null)
  let current = start(strips[0])
  try {
    for (const [i, strip] of strips.entries()) {
      const next = signal.aborted ? null : start(strips[i + 1])
      const rgba = (await current) ?? null
      current = next
      yield { strip, rgba }
    }
  } finally {
    await current
  }
}

/** Paints one strip, tile by tile. Returns RGBA, straight alpha, row-major; null when painting fails or is aborted. */
export async function paintStrip(
  painter: PixelSource,
  { y, rows, tiles }: StripPlan,
  allocate: AllocatePixels,
  signal: AbortSignal,
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
