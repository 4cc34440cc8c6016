/**
 * Renders a design on photos without the editor's interface: import, separation, composition, export. It goes the same
 * way as an editor whose subject has been improved before the design is used, so the files have the same bytes.
 */
import { newId } from '../../kit/base/ids.ts'
import { err, ok, type Result } from '../../kit/base/result.ts'
import { freezeFailedFonts } from '../../kit/fonts/fonts.ts'
import { listFont } from '../../kit/fonts/own/ownFonts.ts'
import { applyDesign } from '../../layers/applyDesign.ts'
import { namedStack } from '../../layers/namedStack.ts'
import { layerName } from '../../layers/naming.ts'
import { newLayer } from '../../layers/newLayer.ts'
import { applyMatte } from '../../layers/overlay/applyMatte.ts'
import { weightOf } from '../../layers/text/paint/measure.ts'
import type { ExportError } from '../../media/exporter/exportError.ts'
import { exportPicture } from '../../media/exporter/exportPicture.ts'
import type { ExportSettings } from '../../media/exporter/exportSettings.ts'
import type { CreatePainter } from '../../media/exporter/pictureLayers.ts'
import { type ImportError, type ImportOptions, PHOTO_LIMITS } from '../../media/importer/importer.ts'
import { importImage } from '../../media/importer/importImage.ts'
import { DEFAULT_MODEL } from '../../media/segmenter/modelManifest.ts'
import { PIPELINE_ID, type SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import type { Segmenter } from '../../media/segmenter/segmenter.ts'
import type { SegmentError } from '../../media/segmenter/segmenterProtocol.ts'
import { type AssetStore, stringsIn } from '../../model/assets/store.ts'
import { type Document, type DocumentSnapshot, emptyDocument } from '../../model/document/document.ts'
import { separationOf } from '../../render/matting/separation.ts'
import { GALLERY } from '../designs/gallery.ts'
import { readProjectFile } from '../storage/file.ts'
import { unpackFonts } from '../storage/packFonts.ts'
import type { ProjectError } from '../storage/project.ts'
import { unpack } from '../storage/unpack.ts'
import { type TextValues, unknownLayers, withTexts, wordsByNumber } from './withTexts.ts'

/** What a photo renderer works with. */
export interface PhotoRendererDeps {
  segmenter: Segmenter
  refiner: Pick<SegmentationRefiner, 'find'>
  assets: AssetStore
  createPainter: CreatePainter
  limits: ImportOptions['limits']
}

/** Why a photo was not rendered. A photo without a subject is no error. */
export type RenderError = ImportError | ExportError | Exclude<SegmentError, 'no-subject'>

/** How well the subject was found; `none` = the picture was composed without one. */
export type SubjectState = 'sure' | 'unsure' | 'none'

/** The exported file of one photo, and what should be reported about it. */
export interface RenderedPhoto {
  file: Blob
  subject: SubjectState
  /** Names of the layers that belong to the photo of the design and are not in the picture. */
  leftOut: string[]
  /** Keys of the requested texts that name no text of the design. */
  unknown: string[]
}

/** Renders one open design on many photos. */
export interface PhotoRenderer {
  /** Replaces the design that was open. Fails as opening a project does. */
  openDesign(file: Blob): Promise<Result<void, ProjectError>>
  /** The same for one of our designs, by its id. */
  openOurs(id: string): Result<void, 'unknown'>
  /**
   * Imports and separates the photo, applies the design and the texts, and exports. The separation of the last photo is
   * kept, so that many texts on one photo separate it once; `key` tells photos apart.
   * @throws when no design is open
   */
  render(
    photo: { key: string; file: File },
    request: { settings: ExportSettings; texts: TextValues },
    signal: AbortSignal,
  ): Promise<Result<RenderedPhoto, RenderError>>
}

/** A project, or the id of one of our designs. */
type OpenDesign = { project: DocumentSnapshot; ours?: never } | { ours: string; project?: never }

interface SeparatedPhoto {
  key: string
  /** A document with the photo, its separation, and no other layers. */
  doc: Document
  subject: SubjectState
}

/** Creates a photo renderer without an open design. */
export function createPhotoRenderer(deps: PhotoRendererDeps): PhotoRenderer {
  const { assets } = deps
  const limits = { ...PHOTO_LIMITS, ...deps.limits }
  let design: OpenDesign | null = null
  let last: SeparatedPhoto | null = null

  const collect = () => assets.collect(new Set([...stringsIn(design?.project), ...stringsIn(last?.doc)]))

  async function separated(key: string, file: File, signal: AbortSignal): Promise<Result<SeparatedPhoto, RenderError>> {
    if (last?.key === key) return ok(last)
    const imported = await importImage(file, {
      limits,
      signal,
      keepsWideGamut: true,
      consentToConvert: async () => true,
    })
    if (!imported.ok) return imported
    const { bitmap, blob, width, height, hasAlpha, sha256, name, colorSpace } = imported.value
    const asset = assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256, source: { blob, cut: null } })
    const doc = {
      ...emptyDocument(),
      photo: { asset, name, width, height, hasAlpha, ...(colorSpace && { colorSpace }) },
    }
    newLayer(doc, 'background')
    const subject = await separate(deps, doc, bitmap, signal)
    if (!subject.ok) return subject
    last = { key, doc, subject: subject.value }
    collect()
    return ok(last)
  }

  return {
    async openDesign(file) {
      const read = await readProjectFile(file)
      if (!read.ok) return read
      const { project, parts } = read.value
      const part = async (hash: string) => parts.get(hash) ?? null
      const fonts = await unpackFonts(project.fonts, part)
      if (!fonts.ok) return fonts
      const { signal } = new AbortController()
      const { photo, separation } = project.document
      const own = project.assets.filter(({ id }) => id !== photo?.asset && id !== separation?.matte)
      const decode = async (picture: File) => {
        const imported = await importImage(picture, {
          limits,
          signal,
          keepsWideGamut: true,
          consentToConvert: async () => true,
        })
        return imported.ok ? imported.value : null
      }
      const unpacked = await unpack(own, { part, decode, cutOut: applyMatte, maxPixels: limits.maxPixels }, signal)
      if (!unpacked.ok) return unpacked
      for (const font of fonts.value) listFont(font)
      assets.restore(unpacked.value)
      design = { project: project.document }
      await loadFonts(project.document)
      collect()
      return ok(undefined)
    },

    openOurs(id) {
      if (!GALLERY.some((entry) => entry.id === id)) return err('unknown')
      design = { ours: id }
      return ok(undefined)
    },

    async render({ key, file }, { settings, texts }, signal) {
      const from = design
      if (!from) throw new Error('no design is open')
      const photo = await separated(key, file, signal)
      if (!photo.ok) return photo
      const { doc, subject } = photo.value
      if (!doc.photo) return err('no-image')
      const { document, leftOut, unknown } = await layOut(from, doc, texts, assets)
      const exported = await exportPicture(
        document,
        settings,
        { createPainter: deps.createPainter, stackOf: namedStack },
        { signal },
      )
      if (!exported.ok) return exported
      return ok({ file: exported.value, subject, leftOut, unknown })
    },
  }
}

type LaidOut = Pick<RenderedPhoto, 'leftOut' | 'unknown'> & { document: Document }

/** Lays the design out on the photo of `doc`, with the requested texts. */
async function layOut(from: OpenDesign, doc: Document, texts: TextValues, assets: AssetStore): Promise<LaidOut> {
  const { photo, separation } = doc
  if (!photo) throw new Error('the document has no photo')
  if (from.project) {
    const { document, leftOut } = applyDesign(withTexts(from.project, texts), photo, separation, newId)
    const names = leftOut.flatMap((id) => {
      const layer = from.project.layers[id]
      return layer ? [layerName(layer)] : []
    })
    return { document, leftOut: names, unknown: unknownLayers(from.project, texts.layers) }
  }
  const { composeOursOn } = await import('../designs/composeOurs.ts') // the table of designs, for those who ask for one
  const document = await composeOursOn(from.ours, doc, assets, wordsByNumber(texts))
  if (!document) throw new Error(`there is no design ${from.ours}`)
  return { document, leftOut: [], unknown: unknownLayers(document, texts.layers) }
}

/** Writes the separation and the subject's layer into `doc`: the quick matte, then the better one, as the editor does. */
async function separate(
  { assets, segmenter, refiner }: PhotoRendererDeps,
  doc: Document,
  bitmap: ImageBitmap,
  signal: AbortSignal,
): Promise<Result<SubjectState, RenderError>> {
  const first = await segmenter.segment(bitmap, { signal })
  if (!first.ok) return first.error === 'no-subject' ? ok('none') : err(first.error)
  const better = await refiner.find(bitmap, { signal })
  if (signal.aborted) return err('aborted')
  const { width, height, coverage } = better.ok ? better.value : first.value
  const matte = assets.put({ kind: 'matte', width, height, coverage })
  doc.separation = separationOf(assets, matte, better.ok ? PIPELINE_ID : DEFAULT_MODEL)
  newLayer(doc, 'subject')
  return ok(better.ok && better.value.isConfident ? 'sure' : 'unsure')
}

/** Texts are measured before they are painted, so their fonts have to be there. A font that is missing is replaced. */
async function loadFonts(doc: DocumentSnapshot): Promise<void> {
  const fonts = freezeFailedFonts()
  const { signal } = new AbortController()
  const wanted = Object.values(doc.layers).flatMap((layer) =>
    'fontFamily' in layer && 'fontWeight' in layer
      ? [fonts.load(String(layer.fontFamily), weightOf(Number(layer.fontWeight)), signal)]
      : [],
  )
  await Promise.all(wanted)
}
