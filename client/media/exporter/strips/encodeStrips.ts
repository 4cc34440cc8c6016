/** A picture as the encoded strips of its file: the GPU paints one strip while threads encode those before it. */
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../exportError.ts'
import { type PixelSource, paintStrip, paintStrips, type Room } from './paintStrips.ts'
import type { StripPlan } from './planStrips.ts'
import type { Encoded, Encoders, Piece, Pixels } from './stripEncoders.ts'

/** The pixels of a strip, and the row above it where there is one. */
export interface Painted extends Pixels {
  strip: StripPlan
  above: Uint8Array | null
}

/** Top to bottom. The encoders are disposed of at the end, whatever it is. */
export async function encodeStrips<S, E extends Encoded>(
  painter: PixelSource,
  strips: readonly StripPlan[],
  encoders: Encoders<S, E>,
  toJob: (painted: Painted) => S & Pixels,
  options: ExportOptions,
): Promise<Result<Piece<E>[], ExportError>> {
  options.signal.addEventListener('abort', encoders.dispose, { once: true })
  try {
    return await encodeAll(painter, strips, encoders, toJob, options)
  } finally {
    options.signal.removeEventListener('abort', encoders.dispose)
    encoders.dispose()
  }
}

async function encodeAll<S, E extends Encoded>(
  painter: PixelSource,
  strips: readonly StripPlan[],
  encoders: Encoders<S, E>,
  toJob: (painted: Painted) => S & Pixels,
  { signal, onProgress }: ExportOptions,
): Promise<Result<Piece<E>[], ExportError>> {
  const pieces = new Map<StripPlan, Piece<E>>()
  const pending = new Set<Promise<void>>()
  let failure: ExportError | null = null
  let above: Uint8Array | null = null

  function encode(painted: Painted) {
    const work = encoders
      .encode(toJob(painted))
      .then((piece) => {
        if (!piece) return
        pieces.set(painted.strip, piece)
        onProgress?.(pieces.size / strips.length)
      })
      .catch((error: unknown) => {
        console.error(error) // out of memory on this thread too; there is no further way
        failure = 'encode-failed'
      })
      .finally(() => pending.delete(work))
    pending.add(work)
  }

  for await (const { strip, rgba } of paintStrips(painter, strips, encoders.room, signal)) {
    if (signal.aborted) return err('aborted')
    if (!rgba) return err('context-lost')
    const rowAbove = above
    above = lastRow(rgba, painter.size.width)
    encode({ strip, rgba, above: rowAbove })
    while (pending.size > encoders.threads) await Promise.race(pending)
    if (signal.aborted) return err('aborted')
    if (failure) return err(failure)
  }
  await Promise.all(pending)

  for (const strip of strips.filter((strip) => !pieces.has(strip) && !signal.aborted && !failure)) {
    const again = await paintAgain(painter, strip, encoders.room, signal)
    if (!again) return err(signal.aborted ? 'aborted' : 'context-lost')
    encode(again)
    await Promise.all(pending)
  }
  if (signal.aborted) return err('aborted')
  if (failure) return err(failure)
  const all = strips.flatMap((strip) => pieces.get(strip) ?? [])
  return all.length === strips.length ? ok(all) : err('encode-failed')
}

/** A strip whose thread was lost, with the row above it. */
async function paintAgain(
  painter: PixelSource,
  strip: StripPlan,
  room: Room,
  signal: AbortSignal,
): Promise<Painted | null> {
  const { width } = painter.size
  const rowAbove = {
    y: strip.y - 1,
    rows: 1,
    tiles: strip.tiles.map((tile) => ({ ...tile, y: strip.y - 1, height: 1 })),
  }
  const above = strip.y > 0 ? await paintStrip(painter, rowAbove, room, signal) : null
  const rgba = await paintStrip(painter, strip, room, signal)
  if (!rgba || (strip.y > 0 && !above)) return null
  return { strip, rgba, above: above && lastRow(above, width) }
}

const lastRow = (rgba: Uint8Array, width: number) => rgba.slice(rgba.length - 4 * width)
