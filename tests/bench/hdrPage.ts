/** The page of the HDR benchmarks: exports photos as JPEG, with and without their gain maps. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { pictureGraphics } from '#client/layers/naming.ts'
import { paintedKinds as kinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import { TWO_STOPS, ultraHdrOf } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { createSession, type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { SILENT } from '../helpers/session.ts'
import { open } from './gpu/documents.ts'
import { fileOf, photoOf, sizeOf } from './gpu/photo.ts'
import { createRenderer } from './gpu/setting.ts'

let loaded: { session: Session; renderer: Awaited<ReturnType<typeof createRenderer>> } | null = null

/** Returns a gray copy, because phones write gray gain maps. */
async function grayCopy(bitmap: ImageBitmap, { width, height }: Size): Promise<ImageBitmap> {
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
  const small = await grayCopy(bitmap, { width: width / 2, height: height / 2 })
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
  const graphics = pictureGraphics(async (doc, scale, gains) =>
    createPainter({ doc, scale, gains, renderer, assets: session.assets, kinds, report: console.warn }),
  )
  const { signal } = new AbortController()
  const all = { ...defaults(exportFields), format: 'jpeg', ...settings } as const
  const file = await exportPicture(snapshotOf(session), all, graphics, { signal })
  if (!file.ok) throw new Error(file.error)
  return file.value
}
