import type { BatchTemplate, Columns } from '#client/editor/storage/batchStore.ts'
import { type KnownSubject, PhotoRenderer, type PhotoToRender } from '#client/engine/photoRenderer.ts'
import { writeProjectFile } from '#client/engine/project-file/file.ts'
import { packDocument } from '#client/engine/project-file/pack.ts'
import { base64Of } from '#client/kit/bytes/bytes.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { hiddenTexts } from '#client/layers/text/hiddenText.ts'
import { missingScripts } from '#client/layers/text/missingScripts.ts'
import { type ExportSettings, settingsWithin } from '#client/media/exporter/exportSettings.ts'
import { exportMotion } from '#client/media/exporter/motion/exportMotion.ts'
import type { MotionFile } from '#client/media/exporter/motion/motionFormats.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { type Coverage, stringsIn } from '#client/model/assets/store.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { motionOf } from '#client/model/document/motion.ts'
import type { NodeContext } from '#client/render/kind.ts'
import type { SubjectState } from '#server/contract/render.ts'
import { withoutExtension } from '#server/contract/tables/safeStem.ts'
import type { BatchError } from './items.ts'

interface BatchRendererOptions {
  consentToConvert: ImportOptions['consentToConvert']
  /** If false, the renderer uses the quick matte. The editor does the same when the browser's data saver is on. */
  improves: boolean
  report: NodeContext['report']
  now(): number
}

/** Longer side of a thumbnail, px. */
const THUMBNAIL_SIDE = 240

/**
 * Creates a renderer with its own networks and WebGL context, so that the open document isn't affected. The command
 * line also renders with `PhotoRenderer`, so its files equal the editor's exports byte for byte.
 */
export async function createBatchRenderer(options: BatchRendererOptions): Promise<BatchRenderer> {
  const { now, ...rest } = options
  const photos = await PhotoRenderer.start(rest)
  const { assets } = photos

  async function compose({ id, file, known, texts, placeholders, onProgress }: BatchPhoto, signal: AbortSignal) {
    const words = { layers: texts, placeholders: { ...placeholders, photo: withoutExtension(file.name) } }
    const composed = await photos.compose({ key: id, file, known, onProgress }, words, signal)
    if (composed.ok) return composed
    const { error } = composed
    return err(error === 'too-large' ? 'photo-too-large' : error)
  }

  async function picture(document: DocumentSnapshot, { motion, ...settings }: BatchSettings, signal: AbortSignal) {
    const made = motion
      ? await exportMotion(document, motionOf(document), motion, photos.graphics, { signal })
      : await photos.exportDocument(document, settings, signal)
    if (made.ok) return made
    const { error } = made
    return err(error === 'too-large' ? 'picture-too-large' : error)
  }

  return {
    async openTemplate(template, file) {
      if (template.kind === 'ours') return photos.openBuiltIn(template.id)
      return file !== null && (await photos.openTemplate(file)).ok
    },
    async preview(photo, signal) {
      const composed = await compose(photo, signal)
      if (!composed.ok) return composed
      const { document, subject } = composed.value
      const small = await picture(document, settingsWithin(pictureRect(document), THUMBNAIL_SIDE, 'jpeg'), signal)
      if (!small.ok) return small
      const { separation } = document
      const matte = separation && assets.matte(separation.matte)
      const { model = '' } = separation ?? {}
      const thumbnail = `data:${small.value.type};base64,${await base64Of(small.value)}`
      return ok({
        thumbnail,
        subject,
        matte: matte && { ...matte, model },
        missingScripts: missingScripts(document),
        hidesText: matte !== null && hiddenTexts(document, matte).length > 0,
      })
    },
    async picture(photo, settings, signal): Promise<Result<Blob, BatchError>> {
      const composed = await compose(photo, signal)
      return composed.ok ? picture(composed.value.document, settings, signal) : composed
    },
    async project(photo, signal) {
      const composed = await compose(photo, signal)
      if (!composed.ok) return composed
      const { document } = composed.value
      const { parts, ...packed } = await packDocument(document, assets.withIds(stringsIn(document)))
      return ok(await writeProjectFile({ name: photo.file.name, savedAt: now(), document, ...packed }, parts))
    },
    dispose: () => photos.dispose(),
  }
}

/** The settings of all exported files. If `motion` is set, each file is a video, otherwise an image. */
export interface BatchSettings extends ExportSettings {
  motion?: MotionFile
}

/** A photo of the batch. `known`: its segmentation, or null if the photo isn't segmented yet. */
export interface BatchPhoto {
  id: string
  file: File
  known: KnownSubject | null
  /** Replacements for the template's text. */
  texts: Columns
  /** Values of placeholders such as `{name}`, without `{photo}`. */
  placeholders: Columns
  onProgress?: PhotoToRender['onProgress']
}

/** The result of previewing a photo with the template. */
export interface Previewed {
  /** The thumbnail, as a data URL. */
  thumbnail: string
  subject: SubjectState
  matte: (Coverage & { model: string }) | null
  /** Scripts in the text that no font on the device supports, as `missingScripts` returns them. */
  missingScripts: readonly string[]
  /** True if the subject hides more than half of a text layer, or most of any letter (`hiddenTexts`). */
  hidesText: boolean
}

/**
 * Segments photos, applies the template and paints them, one photo at a time.
 */
export interface BatchRenderer {
  /**
   * Sets the template. Resolves with false if the template can't be read. `file`: the project file of a user's
   * template.
   */
  openTemplate(template: BatchTemplate, file: Blob | null): Promise<boolean>
  /** Paints the photo with the template. First segments the photo, unless its subject is known. */
  preview(photo: BatchPhoto, signal: AbortSignal): Promise<Result<Previewed, BatchError>>
  /** Resolves with the file that the editor would export for this photo and template. */
  picture(photo: BatchPhoto, settings: BatchSettings, signal: AbortSignal): Promise<Result<Blob, BatchError>>
  /** Resolves with the photo and the template as a project file. */
  project(photo: BatchPhoto, signal: AbortSignal): Promise<Result<Blob, BatchError>>
  dispose(): void
}
