/**
 * A document → a PNG of its native size, strip by strip: the GPU paints one strip while threads encode those before it.
 * No canvas of the whole picture ever exists, so neither its limits nor its memory apply.
 */
import { err, ok, type Result } from '#client/base/result.ts'
import type { DocumentSnapshot } from '#client/document/document.ts'
import type { ExportError, ExportOptions } from './exporter.ts'
import { type PixelSource, paintStrip, paintStrips, type Room } from './paintStrips.ts'
import { planStrips, type StripPlan } from './planStrips.ts'
import { combineAdler32 } from './png/checksums.ts'
import { pngHead, pngTail } from './png/container.ts'
import { createEncoders, type Encoders, type Piece } from './png/encoders.ts'

export async function exportPng(
  doc: Pick<DocumentSnapshot, 'photo'>,
  painter: PixelSource,
  options: ExportOptions,
  startEncoders: (strips: number) => Encoders = createEncoders,
): Promise<Result<Blob, ExportError>> {
  if (!doc.photo) return err('no-image')
  if (options.signal.aborted) return err('aborted')
  const strips = planStrips(painter.size, painter.maxSide)
  const encoders = startEncoders(strips.length)
  options.signal.addEventListener('abort', encoders.dispose, { once: true })
  try {
    return await assemble(painter, strips, encoders, options)
  } finally {
    options.signal.removeEventListener('abort', encoders.dispose)
    encoders.dispose()
  }
}

async function assemble(
  painter: PixelSource,
  strips: readonly StripPlan[],
  encoders: Encoders,
  { signal, onProgress }: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const pieces = new Map<StripPlan, Piece>()
  const pending = new Set<Promise<void>>()
  let failure: ExportError | null = null
  let above: Uint8Array | null = null

  function encode(strip: StripPlan, rgba: Uint8Array<ArrayBuffer>, aboveRow: Uint8Array | null) {
    const { width } = painter.size
    const work = encoders
      .encode({ width, rows: strip.rows, rgba, above: aboveRow, opaque: painter.opaque })
      .then((piece) => {
        if (!piece) return
        pieces.set(strip, piece)
        onProgress?.(pieces.size / strips.length)
      })
      .catch((error: unknown) => {
        console.error(error) // out of memory on this thread too; there is no further way
        failure = 'encode-failed'
      })
      .finally(() => pending.delete(work))
    pending.add(work)
  }

  for await (const { strip, rgba } of paintStrips(painter, strips, encoders.room)) {
    if (signal.aborted) return err('aborted')
    if (!rgba) return err('context-lost')
    const rowAbove = above
    above = lastRow(rgba, painter.size.width)
    encode(strip, rgba, rowAbove)
    while (pending.size > encoders.threads) await Promise.race(pending)
    if (signal.aborted) return err('aborted')
    if (failure) return err(failure)
  }
  await Promise.all(pending)

  for (const strip of strips.filter((strip) => !pieces.has(strip) && !signal.aborted && !failure)) {
    const again = await paintAgain(painter, strip, encoders.room)
    if (!again) return err('context-lost')
    encode(strip, again.rgba, again.above)
    await Promise.all(pending)
  }
  if (signal.aborted) return err('aborted')
  if (failure || pieces.size < strips.length) return err('encode-failed')
  return ok(
    join(
      painter,
      strips.map((strip) => pieces.get(strip) as Piece),
    ),
  ) // sizes agree: each strip has its piece
}

/** A strip whose thread was lost, with the row above it. */
async function paintAgain(painter: PixelSource, strip: StripPlan, room: Room) {
  const { width } = painter.size
  const rowAbove = {
    y: strip.y - 1,
    rows: 1,
    tiles: strip.tiles.map((tile) => ({ ...tile, y: strip.y - 1, height: 1 })),
  }
  const above = strip.y > 0 ? await paintStrip(painter, rowAbove, room) : null
  const rgba = await paintStrip(painter, strip, room)
  if (!rgba || (strip.y > 0 && !above)) return null
  return { rgba, above: above && lastRow(above, width) }
}

const lastRow = (rgba: Uint8Array, width: number) => rgba.slice(rgba.length - 4 * width)

function join(painter: PixelSource, pieces: readonly Piece[]): Blob {
  const adler = pieces.reduce((sum, piece) => combineAdler32(sum, piece.adler, piece.length), 1)
  const chunks = pieces.map((piece) => piece.chunk)
  return new Blob([pngHead(painter.size, painter.opaque), ...chunks, pngTail(adler)], { type: 'image/png' })
}
