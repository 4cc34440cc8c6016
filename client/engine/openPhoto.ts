/**
 * The steps that turn a photo into a document with a subject: storing the decoded photo, segmenting it, and refining
 * the mask. The editor shows the document after each step. The batch and the command line call `openPhoto`, which runs
 * all steps.
 */
import type { AssetId } from '#client/kit/values/ids.ts'
import type { LruMap } from '#client/kit/values/LruMap.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { ImportedImage } from '#client/media/importer/importer.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import {
  type FoundMatte,
  PIPELINE_ID,
  type SegmentationRefiner,
  type Segmenter,
} from '#client/media/segmenter/segmentation.ts'
import type { SegmentError, SegmentOptions, SegmentProgress } from '#client/media/segmenter/segmentationTypes.ts'
import type { AssetStore, Coverage } from '#client/model/assets/store.ts'
import { type Document, emptyDocument, type Photo, type Separation } from '#client/model/document/document.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import type { SubjectState } from '#server/contract/render.ts'

/** Moves an imported bitmap into the asset store, which then owns the bitmap. Returns the asset's id. */
export function putPicture(
  assets: AssetStore,
  { bitmap, blob, width, height, hasAlpha, sha256 }: ImportedImage,
): AssetId {
  const source = { blob, cut: null }
  return assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256, source })
}

/** Stores the pixels of a decoded photo. Returns the record of the photo. */
export function putPhoto(assets: AssetStore, image: ImportedImage): Photo {
  const { width, height, hasAlpha, name, colorSpace } = image
  return { asset: putPicture(assets, image), name, width, height, hasAlpha, ...(colorSpace && { colorSpace }) }
}

/** Returns a new document for a photo. It contains only the background layer. */
export function photoDocument(photo: Photo): Document {
  const doc = { ...emptyDocument(), photo }
  newLayer(doc, 'background')
  return doc
}

/** Stores a mask of the photo. `model`: id of the network that computed the mask. Returns the `separation` record. */
export function putSubject(assets: AssetStore, { width, height, coverage }: Coverage, model: string): Separation {
  return separationOf(assets, assets.put({ kind: 'matte', width, height, coverage }), model)
}

/** Computes the quick mask of a photo. Fails with a SegmentError, or with 'aborted' after an abort. */
export async function segmentPhoto(
  segmenter: Pick<Segmenter, 'segment'>,
  bitmap: ImageBitmap,
  options: SegmentOptions,
): Promise<Result<Coverage & { model: string }, SegmentError>> {
  const { signal, onProgress } = options
  const found = await segmenter.segment(bitmap, {
    ...options,
    onProgress: (progress) => {
      if (!signal.aborted) onProgress?.(progress)
    },
  })
  if (signal.aborted) return err('aborted')
  return found.ok ? ok({ ...found.value, model: DEFAULT_MODEL }) : found
}

/** Maximum total size of cached mattes in bytes, enough for four 48 megapixel photos. */
const MATTES_BYTES = 192e6

export interface RefineDeps {
  assets: AssetStore
  refiner: Pick<SegmentationRefiner, 'find'>
  /**
   * Mattes of photos that were refined earlier, by the SHA-256 hash of the photo's file. If absent, no mattes are
   * cached.
   */
  mattes?: LruMap<string, FoundMatte>
}

/**
 * Computes a better mask of a photo. Resolves with null after an abort or an error, which the refiner logs, and if the
 * photo isn't in `assets`. The quick mask is then used.
 */
export async function refineSubject(
  { assets, refiner, mattes }: RefineDeps,
  photo: Pick<Photo, 'asset'>,
  signal: AbortSignal,
  onProgress?: SegmentOptions['onProgress'],
): Promise<(FoundMatte & { model: string }) | null> {
  const source = assets.bitmap(photo.asset)
  if (!source) return null
  const known = mattes?.get(source.sha256)
  const found = known ? ok(known) : await refiner.find(source.bitmap, { signal, ...(onProgress && { onProgress }) })
  if (signal.aborted || !found.ok) return null
  mattes?.set(source.sha256, found.value).trim(MATTES_BYTES, ({ coverage }) => coverage.byteLength)
  return { ...found.value, model: PIPELINE_ID }
}

/** A photo after its subject was searched for. */
export interface OpenedPhoto {
  doc: Document
  subject: SubjectState
}

/** Adds the `separation` record and the subject's layer to a document. */
export function addSubject(doc: Document, separation: Separation): void {
  doc.separation = separation
  newLayer(doc, 'subject')
}

/** The quick mask takes this fraction of `openPhoto`'s progress. */
const QUICK_SHARE = 0.3

/**
 * Runs all steps for a decoded photo. If `refiner` is null, the mask isn't refined. A photo without a subject is not an
 * error. If refining fails, the quick mask is used and the subject is 'unsure'. After an error, the asset store
 * contains pixels that don't belong to a document. `onProgress` is called with the progress, 0..1.
 */
export async function openPhoto(
  deps: Omit<RefineDeps, 'refiner'> & { segmenter: Pick<Segmenter, 'segment'>; refiner: RefineDeps['refiner'] | null },
  image: ImportedImage,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<Result<OpenedPhoto, Exclude<SegmentError, 'no-subject'>>> {
  const { assets, segmenter, refiner } = deps
  const photo = putPhoto(assets, image)
  const doc = photoDocument(photo)
  const part = (from: number, to: number) => (progress: SegmentProgress) => {
    if (progress.stage === 'separating') onProgress?.(from + (to - from) * progress.fraction)
  }
  const quick = { signal, onProgress: part(0, refiner ? QUICK_SHARE : 1) }
  const first = await segmentPhoto(segmenter, image.bitmap, quick)
  if (!first.ok) return first.error === 'no-subject' ? ok({ doc, subject: 'none' }) : err(first.error)
  const better = refiner && (await refineSubject({ ...deps, refiner }, photo, signal, part(QUICK_SHARE, 1)))
  if (signal.aborted) return err('aborted')
  const { model, ...mask } = better ?? first.value
  addSubject(doc, putSubject(assets, mask, model))
  return ok({ doc, subject: !refiner || better?.isConfident ? 'sure' : 'unsure' })
}
