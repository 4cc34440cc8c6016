/** Sends photos to the worker. Each photo leaves the page once, in a downscaled copy, for all tasks on it. */
import { proxy, transfer } from 'comlink'
import { callWorker, type WorkerOf } from '#client/kit/async/callWorker.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { srgbCopy } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import type { SegmentError } from './segmentationTypes.ts'
import type { SegmentationWorker } from './worker/segmentation.worker.ts'

/** Functions that copy pixels. Tests replace them. */
export interface CopyOptions {
  /** Creates the downscaled copy of the photo that is transferred to the worker. */
  copy?: (image: ImageBitmap) => Promise<ImageBitmap>
  /** Returns `height` rows of the photo in its color space, beginning at row `top`. */
  cut?: (image: ImageBitmap, top: number, height: number) => Promise<ImageBitmap>
}

/** 'quick': the photo of the last quick matte. 'task': the photo of the refiner's last task. */
export type Use = 'quick' | 'task'

interface SentPhoto {
  photo: ImageBitmap
  worker: WorkerOf<SegmentationWorker>
  id: number
  /** Fails if the photo could not be copied: 'aborted' if the page has closed it, 'out-of-memory' otherwise. */
  sent: Promise<Result<null, SegmentError>>
  /** False if all tasks on the photo were aborted before it was copied. */
  isInWorker: boolean
}

/** The worker has the photos of the last quick matte and the last task. Other photos are released. */
export class SentPhotos {
  readonly #copy
  readonly #cut
  readonly #last: Record<Use, SentPhoto | null> = { quick: null, task: null }
  #count = 0

  constructor({ copy = downscaledCopy, cut = rowsOf }: CopyOptions) {
    this.#copy = copy
    this.#cut = cut
  }

  isLast = (use: Use, photo: ImageBitmap): boolean => this.#last[use]?.photo === photo

  /** Sends a photo unless the worker has it. Resolves with the photo's id, or with the reason why it was not copied. */
  async send(
    use: Use,
    photo: ImageBitmap,
    worker: WorkerOf<SegmentationWorker>,
  ): Promise<Result<number, SegmentError>> {
    const known = Object.values(this.#last).find((one) => one?.photo === photo && one.worker === worker)
    const sent = known ?? this.#start(photo, worker)
    const before = this.#last[use]
    this.#last[use] = sent
    if (before && !this.#isKept(before)) void this.#release(before) // `#release` never rejects
    const outcome = await sent.sent
    if (outcome.ok) return ok(sent.id)
    for (const each of ['quick', 'task'] as const) if (this.#last[each] === sent) this.#last[each] = null
    return outcome
  }

  /** Releases the photo unless the other use needs it. */
  drop(use: Use): void {
    const before = this.#last[use]
    this.#last[use] = null
    if (before && !this.#isKept(before)) void this.#release(before) // `#release` never rejects
  }

  #isKept = (sent: SentPhoto) => Object.values(this.#last).includes(sent)

  async #release(sent: SentPhoto): Promise<void> {
    await sent.sent
    // the worker may have been terminated
    if (sent.isInWorker) await callWorker(sent.worker, 'releasePhoto', [sent.id]).catch(() => null)
  }

  #start(photo: ImageBitmap, worker: WorkerOf<SegmentationWorker>): SentPhoto {
    const sent: SentPhoto = { photo, worker, id: this.#count++, sent: Promise.resolve(ok(null)), isInWorker: false }
    sent.sent = this.#transfer(sent)
    return sent
  }

  async #transfer(sent: SentPhoto): SentPhoto['sent'] {
    const { photo, worker, id } = sent
    try {
      const image = await this.#copy(photo)
      if (!this.#isKept(sent)) {
        image.close()
        return ok(null)
      }
      const format = { width: photo.width, height: photo.height, colorSpace: colorSpaceOf(photo) }
      const fetchRows = proxy(async (top: number, height: number) => {
        if (isClosed(photo)) return null
        const rows = await this.#cut(photo, top, height)
        return transfer(rows, [rows])
      })
      // if sending the photo fails, the task fails for the same reason
      callWorker(worker, 'putPhoto', [id, image, format, fetchRows], { transfer: [image] }).catch(() => null)
      sent.isInWorker = true
      return ok(null)
    } catch (cause) {
      if (isClosed(photo)) return err('aborted')
      console.error('segmenter: the photo could not be copied', cause)
      return err('out-of-memory')
    }
  }
}

/** Returns true if another photo has replaced the photo. Reading a closed bitmap throws. */
const isClosed = ({ width }: ImageBitmap) => width === 0

/**
 * Maximum side of the photo's copy, px. The copy doesn't reduce the quality, because the networks' inputs have at most
 * 1024 px per side.
 */
const MAX_SIDE = 1280

/**
 * Returns an sRGB copy of the photo for the worker, because the networks were trained with sRGB. Each side is at most
 * 1280 px, because copying 48 MP blocks the page for 0.5 s in Chromium. Rejects when `image` is closed.
 */
const downscaledCopy = (image: ImageBitmap): Promise<ImageBitmap> =>
  srgbCopy(image, { width: Math.min(image.width, MAX_SIDE), height: Math.min(image.height, MAX_SIDE) })

const rowsOf = (image: ImageBitmap, top: number, height: number) =>
  createImageBitmap(image, 0, top, image.width, height)
