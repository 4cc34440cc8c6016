/**
 * The import of image files, and the steps that turn a photo into a document with a subject. The steps store the
 * decoded photo, segment it and refine the mask. The editor shows the document after each step. The batch and the
 * command line call `openPhoto`, which runs all steps.
 */
import type { AssetId } from '#client/kit/base/ids.ts'
import { isOnline, whenOnline } from '#client/kit/base/network.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { newLayer } from '#client/layers/registry.ts'
import {
  type ImportError,
  type ImportedImage,
  type ImportOptions,
  PHOTO_LIMITS,
} from '#client/media/importer/importer.ts'
import { type MatteCache, matteKey } from '#client/media/segmenter/matteCache.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import type { SegmentError, SegmentOptions } from '#client/media/segmenter/segmentation.ts'
import { type FoundMatte, PIPELINE_ID, type SegmentationRefiner } from '#client/media/segmenter/segmentationRefiner.ts'
import type { Segmenter } from '#client/media/segmenter/segmenter.ts'
import type { AssetStore, Coverage } from '#client/model/assets/store.ts'
import { type Document, emptyDocument, type Photo, type Separation } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import { restartCrop } from '#client/model/session/ui/crop.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { initialOverlayUi } from '#client/model/session/ui/ui.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import type { SubjectState } from '#server/contract/render.ts'
import { type Announcer, showMessage } from './flow.ts'
import { CONFIRM_HEIC, type FlowMessage, NEEDS_CONNECTION } from './messages.ts'

export interface ImportPictureDeps {
  session: Session
  announcer: Announcer
  importImage(file: File, options: ImportOptions): Promise<Result<ImportedImage, ImportError>>
}

/** An imported file whose pixels are in the session's asset store under `asset`. */
export type ImportedPicture = Pick<ImportedImage, 'width' | 'height' | 'hasAlpha' | 'name' | 'sha256'> & {
  asset: AssetId
}

/**
 * Decodes an image file, by default in its own colour space. Asks for consent before converting a HEIC file. If the
 * HEIC decoder can't be loaded offline, waits for the connection. The caller must close the bitmap of a success. Fails
 * with the codes of ImportError. After an abort, fails with 'aborted' and closes the bitmap.
 */
export async function decodePicture(
  deps: ImportPictureDeps,
  file: File,
  signal: AbortSignal,
  { onStage = () => {}, keepsWideGamut = true }: Pick<ImportOptions, 'onStage' | 'keepsWideGamut'> = {},
): Promise<Result<ImportedImage, ImportError>> {
  const { session, announcer, importImage } = deps
  let consent: Promise<boolean> | null = null
  for (;;) {
    const imported = await importImage(file, {
      limits: PHOTO_LIMITS,
      signal,
      keepsWideGamut,
      consentToConvert() {
        consent ??= session.notices.confirm(tAll(CONFIRM_HEIC))
        return consent
      },
      onStage: (stage) => {
        if (!signal.aborted) onStage(stage)
      },
    })
    if (signal.aborted && imported.ok) imported.value.bitmap.close()
    if (signal.aborted) return err('aborted')
    if (imported.ok || imported.error !== 'heic-failed' || isOnline()) return imported
    announcer.busy(NEEDS_CONNECTION.heic)
    await whenOnline(signal)
  }
}

/** Moves the bitmap of an imported file into the asset store, which then owns it. Returns the asset's id. */
function putPicture(assets: AssetStore, { bitmap, blob, width, height, hasAlpha, sha256 }: ImportedImage): AssetId {
  const source = { blob, cut: null }
  return assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256, source })
}

/**
 * Imports a file for a flow that adds the file's pixels to the document. Null after an abort, or when another photo was
 * opened first. After a failure, shows the message in `errors` and also returns null.
 */
export async function importPicture(
  deps: ImportPictureDeps,
  file: File,
  signal: AbortSignal,
  errors: Record<ImportError, FlowMessage>,
): Promise<ImportedPicture | null> {
  const { session } = deps
  const photo = session.doc.photo?.asset
  session.ui.busy = 'processing'
  const imported = await decodePicture(deps, file, signal, {
    onStage(stage) {
      session.ui.busy = stage === 'converting' ? 'converting' : 'processing'
    },
  })
  if (signal.aborted) return null
  if (session.doc.photo?.asset !== photo) {
    if (imported.ok) imported.value.bitmap.close()
    return null
  }
  if (session.ui.status?.text === NEEDS_CONNECTION.heic) deps.announcer.clear()
  if (!imported.ok) {
    showMessage(deps, errors[imported.error])
    return null
  }
  const { width, height, hasAlpha, sha256, name } = imported.value
  return { asset: putPicture(session.assets, imported.value), width, height, hasAlpha, name, sha256 }
}

/** Stores the pixels of a decoded photo. Returns the photo's record. */
export function putPhoto(assets: AssetStore, image: ImportedImage): Photo {
  const { width, height, hasAlpha, name, colorSpace } = image
  return { asset: putPicture(assets, image), name, width, height, hasAlpha, ...(colorSpace && { colorSpace }) }
}

/** Returns a new document of a photo, with only the background layer. */
export function photoDocument(photo: Photo): Document {
  const doc = { ...emptyDocument(), photo }
  newLayer(doc, 'background')
  return doc
}

/** Replaces the document, and clears history, selection and overlays. The caller stores the document's pixels first. */
export function replaceDocument(session: Session, document: Document): void {
  const { doc, ui } = session
  select(ui)
  session.history.restart(() => {
    for (const key of Object.keys(doc)) if (!(key in document)) delete doc[key as keyof Document]
    Object.assign(doc, document)
  })
  ui.downloadedVersion = null
  ui.overlay = initialOverlayUi()
  restartCrop(ui, doc.crop)
  session.collect()
}

/** Stores a mask of the photo. `model`: id of the network that computed the mask. Returns the `separation` record. */
export function putSubject(assets: AssetStore, { width, height, coverage }: Coverage, model: string): Separation {
  return separationOf(assets, assets.put({ kind: 'matte', width, height, coverage }), model)
}

/** Computes the quick mask of a photo. Fails with a SegmentError; after an abort, with 'aborted'. */
export async function segmentPhoto(
  segmenter: Segmenter,
  bitmap: ImageBitmap,
  options: SegmentOptions,
): Promise<Result<Coverage & { model: string }, SegmentError>> {
  const { signal, onProgress } = options
  const found = await segmenter.segment(bitmap, {
    signal,
    onProgress: (progress) => {
      if (!signal.aborted) onProgress?.(progress)
    },
  })
  if (signal.aborted) return err('aborted')
  return found.ok ? ok({ ...found.value, model: DEFAULT_MODEL }) : found
}

export interface RefineDeps {
  assets: AssetStore
  refiner: Pick<SegmentationRefiner, 'find'>
  /** Masks of earlier refined photos, by default none. */
  mattes?: MatteCache<FoundMatte>
}

/**
 * Computes the better mask of a photo. Null after an abort or a failure, which the refiner logs. The caller then uses
 * the quick mask.
 */
export async function refineSubject(
  { assets, refiner, mattes }: RefineDeps,
  photo: Pick<Photo, 'asset'>,
  signal: AbortSignal,
): Promise<(FoundMatte & { model: string }) | null> {
  const source = assets.bitmap(photo.asset)
  if (!source) return null
  const key = matteKey(PIPELINE_ID, source.sha256)
  const known = mattes?.get(key)
  const found = known ? ok(known) : await refiner.find(source.bitmap, { signal })
  if (signal.aborted || !found.ok) return null
  mattes?.set(key, found.value)
  return { ...found.value, model: PIPELINE_ID }
}

/** A photo after the search for its subject. */
export interface OpenedPhoto {
  doc: Document
  subject: SubjectState
}

/** Adds the `separation` record and the subject's layer to a document. */
export function addSubject(doc: Document, separation: Separation): void {
  doc.separation = separation
  newLayer(doc, 'subject')
}

/**
 * Runs all steps for a decoded photo. `refiner: null` skips the refinement. A photo without a subject is not a failure.
 * After a failure, the asset store contains pixels that belong to no document.
 */
export async function openPhoto(
  deps: Omit<RefineDeps, 'refiner'> & { segmenter: Segmenter; refiner: RefineDeps['refiner'] | null },
  image: ImportedImage,
  signal: AbortSignal,
): Promise<Result<OpenedPhoto, Exclude<SegmentError, 'no-subject'>>> {
  const { assets, segmenter, refiner } = deps
  const photo = putPhoto(assets, image)
  const doc = photoDocument(photo)
  const first = await segmentPhoto(segmenter, image.bitmap, { signal })
  if (!first.ok) return first.error === 'no-subject' ? ok({ doc, subject: 'none' }) : err(first.error)
  const better = refiner && (await refineSubject({ ...deps, refiner }, photo, signal))
  if (signal.aborted) return err('aborted')
  const { model, ...mask } = better ?? first.value
  addSubject(doc, putSubject(assets, mask, model))
  return ok({ doc, subject: !refiner || better?.isConfident ? 'sure' : 'unsure' })
}
