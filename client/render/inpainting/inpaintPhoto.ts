/** Runs the inpainting in a worker. The photo is transferred in strips, never as a whole. */

import { callWorker, openWorker } from '#client/kit/async/callWorker.ts'
import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { rowBands } from '#client/kit/geometry/rect.ts'
import { cropBitmap } from '#client/model/assets/pixels.ts'
import type { BitmapAsset, Patch } from '#client/model/assets/store.ts'
import type { InpaintingWorker } from './inpainting.worker.ts'

interface InpaintOptions {
  /** Seed of the fill. Different seeds result in different fills. The first fill has the seed 0. */
  seed: number
  /**
   * Coverage of cutouts that stay in place, one byte per px. The fill neither changes nor copies them, except for the
   * parts of the hole in front of them.
   */
  beside?: Uint8Array | null
  /** If true, the fill also removes the shadows of the covered objects from the ground. */
  hasShadows?: boolean
  signal: AbortSignal
  /** `share`: finished fraction, 0..1. */
  onProgress?(share: number): void
}

/**
 * Fills the pixels that `coverage` covers (one byte per px, row-major; below 5 = unchanged) from the rest of the photo,
 * in a worker. Also fills a margin of 0.6% of the photo's longer side, at least 3 px. Resolves with patches over the
 * photo, or with an empty list if no pixel is covered or the photo has no pixels to copy. @throws when the photo is
 * closed in the meantime, when the worker fails, and the signal's reason when aborted
 */
export async function inpaintPhoto(
  photo: Pick<BitmapAsset, 'bitmap' | 'width' | 'height'>,
  coverage: Uint8Array,
  { seed, beside, hasShadows = false, signal, onProgress }: InpaintOptions,
): Promise<Patch[]> {
  signal.throwIfAborted()
  const worker = startInpainting()
  try {
    const size = { width: photo.width, height: photo.height }
    const own = sparseCopy(coverage)
    const start = { signal, transfer: [own.buffer] }
    const hasHole = await callWorker(
      worker,
      'start',
      [size, own, beside ? sparseCopy(beside) : null, hasShadows],
      start,
    )
    if (!hasHole) return []
    const send = async (method: 'addRows' | 'addSource', rect: Rect) => {
      const image = await cropBitmap(photo, rect)
      await callWorker(worker, method, [rect, image], { signal, transfer: [image] })
    }
    for (const rect of rowBands(size)) await send('addRows', rect)
    const sources = await callWorker(worker, 'solve', [seed], { signal, onProgress })
    // Reads the strips again, because storing all strips would take as much memory as the whole photo.
    for (const rect of sources) await send('addSource', rect)
    return await callWorker(worker, 'fill', [], { signal, onProgress })
  } finally {
    worker.terminate()
  }
}

/** Starts a worker. The caller terminates the worker. */
export const startInpainting = () =>
  openWorker<InpaintingWorker>(
    new Worker(new URL('./inpainting.worker.ts', import.meta.url), { type: 'module', name: 'inpainting' }),
  )
