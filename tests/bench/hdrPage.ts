/** The page of the HDR benchmarks: exports photos as JPEG, with and without their gain maps. */
import { defaults } from '#client/kit/base/fields.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { namedStack } from '#client/layers/naming.ts'
import { paintedKinds as kinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import type { PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import { TWO_STOPS, ultraHdrOf } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { createSession, type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { base64Of } from '../helpers/base64.ts'
import { discCoverage } from '../helpers/rasterised.ts'
import { SILENT } from '../helpers/session.ts'
import { open } from './gpu/documents.ts'
import { fileOf, photoOf, sizeOf } from './gpu/photo.ts'
import { createRenderer } from './gpu/setting.ts'

let loaded: { session: Session; renderer: Awaited<ReturnType<typeof createRenderer>> } | null = null

/** Returns a gray copy, because phones write gray gain maps. */
async function greyCopy(bitmap: ImageBitmap, { width, height }: Size): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.filter = 'grayscale(1)'
  context.drawImage(bitmap, 0, 0, width, height)
  return createImageBitmap(canvas)
}

/** Opens a photo with a text layer and a gain map of half its size. `photo`: URL, or null for the samples. */
export async function load(megapixels: number, photo: string | null, isCropped: boolean): Promise<void> {
  const { width, height } = sizeOf(megapixels)
  const bitmap = await photoOf({ width, height }, photo)
  const small = await greyCopy(bitmap, { width: width / 2, height: height / 2 })
  const [base, map] = await Promise.all([bitmap, small].map(async (one) => (await fileOf(one)).arrayBuffer()))
  small.close()
  const file = await ultraHdrOf(new Uint8Array(base as ArrayBuffer), new Uint8Array(map as ArrayBuffer), TWO_STOPS)
  const session = createSession(SILENT)
  open(session, bitmap, null, new Blob([file], { type: 'image/jpeg' }))
  newLayer(session.doc, 'text', { text: 'HELLO' })
  if (isCropped) session.doc.crop = { ...cropOf(session.doc), x: 101, y: 77, width: width - 203, height: height - 155 }
  loaded = { session, renderer: await createRenderer() }
}

/** Exports the open document. Returns the duration (ms) and the file's size (bytes). */
export async function run(hdr: boolean): Promise<{ ms: number; bytes: number }> {
  const started = performance.now()
  const file = await exported({ hdr })
  return { ms: performance.now() - started, bytes: file.size }
}

async function exported(settings: Partial<ExportSettings>): Promise<Blob> {
  if (!loaded) throw new Error('nothing loaded')
  const { session, renderer } = loaded
  const graphics: PictureGraphics = {
    stackOf: namedStack,
    createPainter: async (doc, scale, gains) =>
      createPainter({ doc, scale, gains, renderer, assets: session.assets, kinds, report: console.warn }),
  }
  const { signal } = new AbortController()
  const all = { ...defaults(exportFields), format: 'jpeg', ...settings } as const
  const file = await exportPicture(snapshotOf(session), all, graphics, { signal })
  if (!file.ok) throw new Error(file.error)
  return file.value
}

/** Edits of a photo, by the name of their row in the table. The subject is a disc in the middle. */
const EDITS = {
  untouched: () => {},
  crop: ({ doc }) => crop(doc, { x: 64, y: 32, width: 320, height: 240 }),
  'crop at odd px': ({ doc }) => crop(doc, { x: 65, y: 33, ...smaller(doc, { width: 192, height: 144 }) }),
  'odd crop at odd px': ({ doc }) => crop(doc, { x: 65, y: 33, ...smaller(doc, { width: 191, height: 143 }) }),
  mirrored: ({ doc }) => crop(doc, { isMirrored: true }),
  'turned by 90°': ({ doc }) => crop(doc, { quarterTurns: 1, width: doc.photo?.height, height: doc.photo?.width }),
  'subject moved': ({ doc }) =>
    void Object.assign(layerOfKind(doc, 'subject') ?? {}, { foregroundPosition: { x: 25, y: 0 } }),
  'object erased': ({ doc }) => void Object.assign(layerOfKind(doc, 'subject') ?? {}, { isHidden: true }),
  'white shape': ({ doc }) => void newLayer(doc, 'shape', { scale: 100, placement: 'foreground' }),
} satisfies Record<string, (session: Session) => void>

function crop(doc: Session['doc'], change: object): void {
  doc.crop = { ...cropOf(doc), ...change }
}

const smaller = ({ photo }: Session['doc'], by: Size): Size => ({
  width: (photo?.width ?? 0) - by.width,
  height: (photo?.height ?? 0) - by.height,
})

export type Edit = keyof typeof EDITS

/** Files in Base64: the imported photo, and its exports as JPEG with and without the gain map, and as PNG. */
type EditedFiles = Record<'photo' | 'hdr' | 'sdr' | 'png', string>

/** Imports a photo, edits it, and exports it. */
export async function edited(edit: Edit, photo: string): Promise<{ files: EditedFiles; isDrawn: boolean }> {
  const blob = await (await fetch(`data:;base64,${photo}`)).blob()
  const imported = await importImage(new File([blob], 'a.jpg'), {
    limits: PHOTO_LIMITS,
    signal: new AbortController().signal,
    consentToConvert: async () => true,
  })
  if (!imported.ok) throw new Error(imported.error)
  const { bitmap, blob: file, width, height } = imported.value
  const session = createSession(SILENT)
  open(session, bitmap, discCoverage(width, height), file)
  EDITS[edit](session)
  const renderer = loaded?.renderer ?? (await createRenderer())
  loaded = { session, renderer }
  const [hdr, sdr] = [await exported({ quality: 100 }), await exported({ quality: 100, hdr: false })]
  const png = await exported({ format: 'png' })
  const drawn = await createImageBitmap(hdr)
  session.dispose()
  const [photoText = '', hdrText = '', sdrText = '', pngText = ''] = await Promise.all(
    [file, hdr, sdr, png].map(async (each) => base64Of(new Uint8Array(await each.arrayBuffer()))),
  )
  return { files: { photo: photoText, hdr: hdrText, sdr: sdrText, png: pngText }, isDrawn: drawn.width > 0 }
}
