/** The strips of a picture as pixels, in order; while one is read back and encoded, the next is painted. */
import type { Painter } from '#client/render/compositor/painter.ts'
import type { StripPlan } from './planStrips.ts'

export type PixelSource = Pick<Painter, 'size' | 'opaque' | 'maxSide' | 'paint'>

/** Where the pixels of a strip go, so many bytes. */
export type Room = (bytes: number) => Uint8Array<ArrayBuffer>

/** `rgba` null when the GPU gave up, or went with the editor; nothing of the document is lost by that. */
export interface PaintedStrip {
  strip: StripPlan
  rgba: Uint8Array<ArrayBuffer> | null
}

/** Whoever leaves the loop early waits for what is still being painted. */
export async function* paintStrips(
  painter: PixelSource,
  strips: readonly StripPlan[],
  room: Room,
  signal: AbortSignal,
): AsyncGenerator<PaintedStrip, void, void> {
  const start = (strip: StripPlan | undefined) => (strip ? paintStrip(painter, strip, room, signal) : null)
  let current = start(strips[0])
  try {
    for (const [i, strip] of strips.entries()) {
      const next = start(strips[i + 1])
      const rgba = (await current) ?? null
      current = next
      yield { strip, rgba }
    }
  } finally {
    await current
  }
}

/** Like those of `paintStrips`. */
export async function paintStrip(
  painter: PixelSource,
  { y, rows, tiles }: StripPlan,
  room: Room,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const rowBytes = 4 * painter.size.width
    const into = room(rowBytes * rows)
    const [only] = tiles
    if (tiles.length === 1 && only) return await painter.paint(only, into)
    for (const tile of tiles) {
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
