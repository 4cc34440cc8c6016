/** Runs the inpainting in a worker. The photo is transferred in strips, never as a whole. */

import { sparseCopy } from '../../kit/base/bytes.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import type { BitmapAsset, Patch } from '../../model/assets/store.ts'
import type { InpaintingCommand, InpaintingMessage } from './inpaintingProtocol.ts'

interface InpaintOptions {
  /** 0 is the first suggestion; another seed gives another one. */
  seed: number
  signal: AbortSignal
  /** 0..1. */
  onProgress?(share: number): void
}

type Photo = Pick<BitmapAsset, 'bitmap' | 'width' | 'height'>

/**
 * Fills what `coverage` covers (one byte per px, row-major; below 5 = keep) from the rest of the photo, in a worker. A
 * margin around it is filled, too: 0.6 % of the photo's longer side, at least 3 px. Resolves with patches over the
 * photo; with none where nothing is covered or nothing is left to copy from.
 * @throws when the photo is closed meanwhile, when the worker fails, and the signal's reason when aborted.
 */
export async function inpaintPhoto(
  photo: Photo,
  coverage: Uint8Array,
  { seed, signal, onProgress }: InpaintOptions,
): Promise<Patch[]> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./inpainting.worker.ts', import.meta.url), { type: 'module', name: 'inpainting' })
  const ask = (command: InpaintingCommand, transfer: Transferable[] = []) =>
    request(worker, command, transfer, signal, onProgress)
  try {
    const { width, height } = photo
    const own = sparseCopy(coverage)
    const plan = await ask({ type: 'hole', size: { width, height }, coverage: own }, [own.buffer])
    if (plan.type !== 'plan') throw new Error('inpainting: no plan')
    if (plan.rows === 0) return []
    const send = async (type: 'rows' | 'source', y: number) => {
      const rect = { x: 0, y, width, height: Math.min(plan.rows, height - y) }
      const image = await crop(photo, rect)
      await ask({ type, rect, image }, [image])
    }
    for (let y = 0; y < height; y += plan.rows) await send('rows', y)
    const solved = await ask({ type: 'solve', seed })
    if (solved.type !== 'solved') throw new Error('inpainting: no solution')
    // Again, since holding the whole photo meanwhile would take as much memory as the photo.
    for (const top of solved.tops) await send('source', top)
    const answer = await ask({ type: 'transfer' })
    if (answer.type !== 'patches') throw new Error('inpainting: no patches')
    return answer.patches
  } finally {
    worker.terminate()
  }
}

const crop = ({ bitmap }: Photo, { x, y, width, height }: Rect) => createImageBitmap(bitmap, x, y, width, height)

/** The first answer that is no progress. */
function request(
  worker: Worker,
  command: InpaintingCommand,
  transfer: Transferable[],
  signal: AbortSignal,
  onProgress: InpaintOptions['onProgress'],
): Promise<Exclude<InpaintingMessage, { type: 'progress' }>> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    const settled = () => signal.removeEventListener('abort', abort)
    worker.onmessage = ({ data }: MessageEvent<InpaintingMessage>) => {
      if (data.type === 'progress') return onProgress?.(data.share)
      settled()
      resolve(data)
    }
    worker.onerror = (event) => {
      settled()
      reject(new Error(`inpainting: ${event.message}`))
    }
    worker.postMessage(command, transfer)
  })
}
