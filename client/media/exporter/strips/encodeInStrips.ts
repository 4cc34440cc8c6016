import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PixelSource } from '../pixelSource.ts'
import type { StripPlan } from './paintStrips.ts'
import { type AllocatePixels, eachStrip, paintStrip } from './paintStrips.ts'
import type { EncodedStrip, StripBlob, StripEncoders, StripPixels } from './stripEncoders.ts'

/** The pixels of a strip, and the RGBA row above the strip (null at the top of the picture). Straight alpha. */
export interface StripInput extends StripPixels {
  strip: StripPlan
  above: Uint8Array | null
}

/**
 * Paints and encodes all strips, top to bottom: the GPU paints one strip while workers encode those before it. Strips
 * whose worker was lost are painted again. The encoders are disposed of in any case. Fails with 'aborted',
 * 'context-lost' or 'encode-failed'.
 */
export async function encodeInStrips<S, E extends EncodedStrip>(
  painter: PixelSource,
  strips: readonly StripPlan[],
  encoders: StripEncoders<S, E>,
  toJob: (painted: StripInput) => S & StripPixels,
  options: ExportOptions,
): Promise<Result<StripBlob<E>[], ExportError>> {
  const dispose = () => encoders.dispose()
  options.signal.addEventListener('abort', dispose, { once: true })
  try {
    return await encodeAll(painter, strips, encoders, toJob, options)
  } finally {
    options.signal.removeEventListener('abort', dispose)
    dispose()
  }
}

async function encodeAll<S, E extends EncodedStrip>(
  painter: PixelSource,
  strips: readonly StripPlan[],
  encoders: StripEncoders<S, E>,
  toJob: (painted: StripInput) => S & StripPixels,
  { signal, onProgress }: ExportOptions,
): Promise<Result<StripBlob<E>[], ExportError>> {
  const blobs = new Map<StripPlan, StripBlob<E>>()
  const pending = new Set<Promise<void>>()
  let failure: ExportError | null = null
  let above: Uint8Array | null = null

  const allocate = (bytes: number) => encoders.allocate(bytes)

  function encode(painted: StripInput) {
    const work = encoders
      .encode(toJob(painted))
      .then((blob) => {
        if (!blob) return
        blobs.set(painted.strip, blob)
        onProgress?.(blobs.size / strips.length)
      })
      .catch((error: unknown) => {
        console.error(error) // the page's thread ran out of memory
        failure = 'encode-failed'
      })
      .finally(() => pending.delete(work))
    pending.add(work)
  }

  const encodePainted = async (rgba: StripInput['rgba'], strip: StripPlan) => {
    const rowAbove = above
    above = lastRow(rgba, painter.size.width)
    encode({ strip, rgba, above: rowAbove })
    while (pending.size > encoders.threads) await Promise.race(pending)
    return failure
  }
  const painted = await eachStrip(painter, { signal }, encodePainted, { strips, allocate })
  if (!painted.ok) return painted
  await Promise.all(pending)

  for (const strip of strips.filter((strip) => !blobs.has(strip) && !signal.aborted && !failure)) {
    const again = await repaintStrip(painter, strip, allocate, signal)
    if (!again) return err(signal.aborted ? 'aborted' : 'context-lost')
    encode(again)
    await Promise.all(pending)
  }
  if (signal.aborted) return err('aborted')
  if (failure) return err(failure)
  const all = strips.flatMap((strip) => blobs.get(strip) ?? [])
  return all.length === strips.length ? ok(all) : err('encode-failed')
}

/** Paints a strip again whose worker was lost, and the row above it. Returns null when the painting fails. */
async function repaintStrip(
  painter: PixelSource,
  strip: StripPlan,
  allocate: AllocatePixels,
  signal: AbortSignal,
): Promise<StripInput | null> {
  const { width } = painter.size
  const rowAbove = {
    y: strip.y - 1,
    rows: 1,
    tiles: strip.tiles.map((tile) => ({ ...tile, y: strip.y - 1, height: 1 })),
  }
  const above = strip.y > 0 ? await paintStrip(painter, rowAbove, signal, allocate) : null
  const rgba = await paintStrip(painter, strip, signal, allocate)
  if (!rgba || (strip.y > 0 && !above)) return null
  return { strip, rgba, above: above && lastRow(above, width) }
}

const lastRow = (rgba: Uint8Array, width: number) => rgba.slice(rgba.length - 4 * width)
