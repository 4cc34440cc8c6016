import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PixelSource } from '../pixelSource.ts'
import { eachStrip, paintStrip, type Strip, type StripPlan } from './paintStrips.ts'
import type { StripBlob, StripEncoders } from './stripEncoders.ts'

export type EncodersOfStrips = Pick<StripEncoders, 'threads' | 'allocate' | 'encode' | 'dispose'>

/**
 * Paints and encodes all strips. The GPU paints a strip while workers encode earlier strips. Repaints strips whose
 * worker was lost. Disposes of the encoders. Fails with 'aborted', 'context-lost' or 'encode-failed'.
 */
export async function encodeInStrips(
  source: PixelSource,
  strips: readonly StripPlan[],
  encoders: EncodersOfStrips,
  options: ExportOptions,
): Promise<Result<StripBlob[], ExportError>> {
  const dispose = () => encoders.dispose()
  options.signal.addEventListener('abort', dispose, { once: true })
  try {
    return await encodeAll(source, strips, encoders, options)
  } finally {
    options.signal.removeEventListener('abort', dispose)
    dispose()
  }
}

async function encodeAll(
  source: PixelSource,
  strips: readonly StripPlan[],
  encoders: EncodersOfStrips,
  { signal, onProgress }: ExportOptions,
): Promise<Result<StripBlob[], ExportError>> {
  const { width, height } = source.size
  const blobs = new Map<StripPlan, StripBlob>()
  const pending = new Set<Promise<void>>()
  let failure: ExportError | null = null
  let above: Uint8Array | null = null
  const allocate = (bytes: number) => encoders.allocate(bytes)

  function encode(plan: StripPlan, { rgba, above }: Pick<Strip, 'rgba' | 'above'>) {
    const { y, rows } = plan
    const work = encoders
      .encode({ width, rows, y, isLast: y + rows === height, rgba, above })
      .then((blob) => {
        if (!blob) return
        blobs.set(plan, blob)
        onProgress?.(blobs.size / strips.length)
      })
      .catch((error: unknown) => {
        console.error(error) // the page's thread ran out of memory
        failure = 'encode-failed'
      })
      .finally(() => pending.delete(work))
    pending.add(work)
  }

  const encodePainted = async (rgba: Strip['rgba'], plan: StripPlan) => {
    const rowAbove = above
    above = lastRow(rgba, width)
    encode(plan, { rgba, above: rowAbove })
    while (pending.size > encoders.threads) await Promise.race(pending)
    return failure
  }
  const painted = await eachStrip(source, { signal }, encodePainted, { strips, allocate })
  if (!painted.ok) return painted
  await Promise.all(pending)

  for (const plan of strips.filter((strip) => !blobs.has(strip) && !signal.aborted && !failure)) {
    const again = await repaint(plan)
    if (!again) return err(signal.aborted ? 'aborted' : 'context-lost')
    encode(plan, again)
    await Promise.all(pending)
  }
  if (signal.aborted) return err('aborted')
  if (failure) return err(failure)
  const all = strips.flatMap((strip) => blobs.get(strip) ?? [])
  return all.length === strips.length ? ok(all) : err('encode-failed')

  /** Repaints a strip whose worker was lost, and the row above it. Returns null if painting fails. */
  async function repaint({ y, rows, tiles }: StripPlan): Promise<Pick<Strip, 'rgba' | 'above'> | null> {
    const rowAbove = { y: y - 1, rows: 1, tiles: tiles.map((tile) => ({ ...tile, y: y - 1, height: 1 })) }
    const above = y > 0 ? await paintStrip(source, rowAbove, signal, allocate) : null
    const rgba = await paintStrip(source, { y, rows, tiles }, signal, allocate)
    return rgba && (above || y === 0) ? { rgba, above: above && lastRow(above, width) } : null
  }
}

const lastRow = (rgba: Uint8Array, width: number) => rgba.slice(rgba.length - 4 * width)
