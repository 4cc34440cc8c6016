/**
 * Renders a template on photos without the editor's interface. Used by the batch and the command line. The steps are
 * the editor's own functions (`openPhoto`, `applyTemplateTo`, `exportPicture`), so each file equals the editor's export
 * byte for byte.
 */
import { LruMap } from '#client/kit/values/LruMap.ts'
import { ok, type Result } from '#client/kit/values/result.ts'
import { layerName, pictureGraphics } from '#client/layers/naming.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import type { ExportSettings } from '#client/media/exporter/exportSettings.ts'
import type { PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import { type ImportError, type ImportOptions, PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { createSegmentation } from '#client/media/segmenter/segmentation.ts'
import type { SegmentError } from '#client/media/segmenter/segmentationTypes.ts'
import { type Asset, AssetStore, type Coverage, stringsIn } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot } from '#client/model/document/document.ts'
import { createOffscreenRenderer, createPainter } from '#client/render/compositor/painter.ts'
import type { NodeContext } from '#client/render/kind.ts'
import type { SubjectState } from '#server/contract/render.ts'
import { addSubject, type OpenedPhoto, openPhoto, photoDocument, putPhoto, putSubject } from './openPhoto.ts'
import { readProjectFile } from './project-file/file.ts'
import type { ProjectError } from './project-file/project.ts'
import { unpackTemplate } from './project-file/unpack.ts'
import type { Template } from './template/applyTemplate.ts'
import { applyTemplateTo } from './template/applyTemplateTo.ts'
import type { DesignLinkError } from './template/designLink.ts'
import type { LayeredImage } from './template/layeredImage.ts'
import { paintReduced } from './template/paintTemplate.ts'
import { fitWords, type TextReplacements, unknownLayers, withTexts } from './template/withTexts.ts'

interface PhotoRendererOptions {
  /** If false, the quick matte is used without refining it. */
  improves: boolean
  report: NodeContext['report']
  /** Number of photos whose segmentation is cached. By default 1. */
  keptPhotos?: number
  /** Asks the user before a HEIC photo is converted. If absent, HEIC photos are converted without a question. */
  consentToConvert?: ImportOptions['consentToConvert']
  onStage?: ImportOptions['onStage']
}

type PhotoRendererDeps = PhotoRendererOptions & Parameters<typeof openPhoto>[0]

/** Errors of composing a photo. A photo without a subject is not an error. */
export type ComposeError = ImportError | Exclude<SegmentError, 'no-subject'>

/** A segmentation that was computed before. */
export interface KnownSubject {
  subject: SubjectState
  /** The matte has the photo's size, and the id of the network that made it. Null if the photo has no subject. */
  matte: (Coverage & { model: string }) | null
}

/** A photo to render. Photos with equal keys are equal. */
export interface PhotoToRender {
  key: string
  file: File
  /** The known segmentation. If absent or null, the renderer segments the photo. */
  known?: KnownSubject | null
  /** Called with the progress of the segmentation, 0..1. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * A photo with the template applied. Its pixels are in the asset store until the next photo or template is composed.
 */
export interface ComposedPhoto {
  document: DocumentSnapshot
  subject: SubjectState
  /** Names of layers that were left out because they belong to the template's photo. */
  leftOut: string[]
  /** Keys of requested text that don't match any text layer of the template. */
  unknown: string[]
}

/**
 * Applies one template to many photos. Has its own asset store, segmenter and renderer. Initially, no template is open.
 */
export class PhotoRenderer {
  readonly assets = new AssetStore()
  readonly graphics: PictureGraphics
  private readonly deps: PhotoRendererDeps
  readonly segmentation = createSegmentation()
  private readonly renderer: Awaited<ReturnType<typeof createOffscreenRenderer>>
  /** Returns the open template for a photo's document. Null if no template is open. */
  private templateFor: ((doc: DocumentSnapshot) => Template) | null = null
  /** Ids of the open template's assets. */
  private templateAssets: ReadonlySet<string> = new Set()
  /** The photos whose segmentation is cached, by their keys. */
  private readonly recent = new LruMap<string, OpenedPhoto>()

  static async start(options: PhotoRendererOptions): Promise<PhotoRenderer> {
    return new PhotoRenderer(await createOffscreenRenderer(), options)
  }

  private constructor(renderer: PhotoRenderer['renderer'], options: PhotoRendererOptions) {
    const { assets, segmentation } = this
    const { segmenter, refiner } = segmentation
    this.renderer = renderer
    this.deps = { ...options, assets, segmenter, refiner: options.improves ? refiner : null }
    this.graphics = pictureGraphics(async (doc, scale, gains) =>
      createPainter({ doc, renderer, assets, kinds: paintedKinds, report: options.report, scale, gains }),
    )
  }

  dispose(): void {
    this.segmentation.dispose()
    this.assets.destroy()
    this.renderer.destroy()
  }

  /** Opens a template file, which replaces the previous template. Fails with the errors of opening a project. */
  async openTemplate(file: Blob): Promise<Result<void, ProjectError>> {
    const read = await readTemplate(this.deps, file)
    if (!read.ok) return read
    this.assets.restore(read.value.assets)
    this.open(read.value.template)
    return ok(undefined)
  }

  /** Opens a built-in template. Resolves with false if the id is unknown. */
  async openBuiltIn(id: string): Promise<boolean> {
    // loaded on demand, because most jobs don't use a built-in template
    const { builtInTemplate } = await import('./template/builtIn.ts')
    const template = builtInTemplate(id)
    if (template) this.open(template)
    return template !== null
  }

  /** Opens the template that a design link contains. */
  async openDesign(code: string): Promise<Result<void, DesignLinkError>> {
    // loaded on demand, because most jobs don't use a link
    const { decodeDesign } = await import('./template/designLink.ts')
    const design = await decodeDesign(code)
    if (!design.ok) return design
    this.open(design.value)
    return ok(undefined)
  }

  /** Opens a layered image as the template. */
  async openImage(image: LayeredImage): Promise<void> {
    // loaded on demand, because only the command line uses layered images
    const { templateOf } = await import('./template/layeredImage.ts')
    this.templateFor = (doc) => templateOf(image, doc)
    this.templateAssets = new Set()
    this.collect()
  }

  /**
   * Applies the template to a photo. Caches the segmentation of recent photos, so that a photo is segmented only once
   * if it is rendered with different text. @throws Error if no template is open
   */
  async compose(
    photo: PhotoToRender,
    texts: TextReplacements,
    signal: AbortSignal,
  ): Promise<Result<ComposedPhoto, ComposeError>> {
    const from = this.templateFor
    if (!from) throw new Error('no template is open')
    const opened = await this.separate(photo, signal)
    if (!opened.ok) return opened
    const { doc, subject } = opened.value
    return ok({ ...(await applyWithTexts(from(doc), doc, texts, this)), subject })
  }

  exportDocument(document: DocumentSnapshot, settings: ExportSettings, signal: AbortSignal) {
    return exportPicture(document, settings, this.graphics, { signal })
  }

  /** Decodes and segments a photo. Fails with the errors of import and segmentation. */
  async separate(photo: PhotoToRender, signal: AbortSignal): Promise<Result<OpenedPhoto, ComposeError>> {
    const known = this.recent.get(photo.key)
    if (known) return ok(known)
    const opened = await decodeAndSeparate(this.deps, photo, signal)
    if (opened.ok) this.recent.set(photo.key, opened.value).trim(this.deps.keptPhotos ?? 1)
    this.collect()
    return opened
  }

  private open(template: Template): void {
    this.templateFor = () => template
    this.templateAssets = new Set(stringsIn(template.document))
    this.collect()
  }

  private collect(): void {
    this.assets.collect(
      new Set([...this.templateAssets, ...[...this.recent.values()].flatMap(({ doc }) => [...stringsIn(doc)])]),
    )
  }
}

/** Applies the template to the photo of `doc`, with the requested text. */
async function applyWithTexts(
  template: Template,
  doc: Document,
  texts: TextReplacements,
  { assets, graphics }: Pick<PhotoRenderer, 'assets' | 'graphics'>,
): Promise<Omit<ComposedPhoto, 'subject'>> {
  const named = await fitWords(template, { ...template, document: withTexts(template.document, texts) })
  const { document, leftOut } = await applyTemplateTo(named, doc, assets, (...what) =>
    paintReduced(...what, graphics.createPainter),
  )
  const names = leftOut.flatMap((id) => {
    const layer = template.document.layers[id]
    return layer ? [layerName(layer, template.document)] : []
  })
  return { document, leftOut: names, unknown: unknownLayers(template.document, texts.layers) }
}

const allow = async () => true

const importOptions = ({ consentToConvert = allow, onStage }: PhotoRendererDeps, signal: AbortSignal) => ({
  ...(onStage && { onStage }),
  limits: PHOTO_LIMITS,
  signal,
  keepsWideGamut: true,
  consentToConvert,
})

/** Reads a template file. Resolves with its document, its images and its fonts. */
async function readTemplate(
  deps: PhotoRendererDeps,
  file: Blob,
): Promise<Result<{ template: Template; assets: Asset[] }, ProjectError>> {
  const read = await readProjectFile(file)
  if (!read.ok) return read
  const { project, parts } = read.value
  const part = async (hash: string) => parts.get(hash) ?? null
  const { signal } = new AbortController()
  const decode = (picture: File) => importImage(picture, importOptions(deps, signal))
  const unpacked = await unpackTemplate(project, { part, decode }, signal)
  return unpacked.ok ? ok({ template: project, assets: unpacked.value }) : unpacked
}

/** Decodes a photo, and segments it unless its subject is known. */
async function decodeAndSeparate(
  deps: PhotoRendererDeps,
  { file, known, onProgress }: PhotoToRender,
  signal: AbortSignal,
): Promise<Result<OpenedPhoto, ComposeError>> {
  // if the subject is known, the user has already agreed to convert the photo, so the question isn't repeated
  const imported = await importImage(file, importOptions(known ? { ...deps, consentToConvert: allow } : deps, signal))
  if (!imported.ok) return imported
  if (!known) return openPhoto(deps, imported.value, signal, onProgress)
  const doc = photoDocument(putPhoto(deps.assets, imported.value))
  if (known.matte) addSubject(doc, putSubject(deps.assets, known.matte, known.matte.model))
  return ok({ doc, subject: known.subject })
}
