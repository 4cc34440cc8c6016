/** Opens and exports photos as the product does, for tests of color spaces. */
import type { WebGLRenderer } from 'pixi.js'
import { chunk, colorChunks } from '#client/kit/pixels/png/chunks.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { conform } from '#client/kit/values/fields.ts'
import { newLayer } from '#client/layers/registry.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { exifBlock } from '#client/media/importer/fixtures/files.ts'
import type { ImportedImage } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { createSession, type Session, snapshotOf } from '#client/model/session/session.ts'
import { atEnd } from './gpu.ts'
import { graphicsOf } from './painted.ts'
import { SILENT } from './session.ts'

const { signal } = new AbortController()

/**
 * Imports a file as the editor imports photos, overlays, stickers and background images. @throws Error with the code of
 * the import's error
 */
export async function imported(file: Blob, keepsWideGamut = true): Promise<ImportedImage> {
  const picture = await importImage(file instanceof File ? file : new File([file], 'a.png'), {
    limits: { maxPixels: 20_000_000, maxSide: 8192, maxBytes: 10_000_000 },
    signal,
    keepsWideGamut,
    consentToConvert: async () => true,
  })
  if (!picture.ok) throw new Error(picture.error)
  return picture.value
}

/** Adds an imported image to the session's asset store. */
export function stored(session: Session, { bitmap, width, height, hasAlpha }: ImportedImage) {
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256: '' })
  return { asset, width, height, hasAlpha }
}

/** Returns a session with an unedited photo. The session is disposed at the end of the test. */
export async function openedPhoto(file: Blob, keepsWideGamut = true): Promise<Session> {
  const picture = await imported(file, keepsWideGamut)
  const { colorSpace } = picture
  const session = createSession(SILENT)
  atEnd(() => session.dispose())
  const photo = stored(session, picture)
  session.history.restart(() => {
    session.doc.photo = { ...photo, name: 'a', ...(colorSpace && { colorSpace }) }
    newLayer(session.doc, 'background')
  })
  return session
}

/** Exports the document and resolves with the file. @throws Error with the code of the export's error */
export async function exportedFile(
  renderer: WebGLRenderer,
  session: Session,
  values: object = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await exportPicture(snapshotOf(session), conform(exportFields, values), graphicsOf(renderer, session), {
    signal,
  })
  if (!file.ok) throw new Error(file.error)
  return bytesIn(file.value)
}

export const bytesIn = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer())

/** Makes a PNG in Display P3 with these pixels. */
export const p3Png = (
  rgba: Uint8ClampedArray<ArrayBuffer>,
  size: { width: number; height: number },
  orientation = 1,
): Promise<Blob> =>
  writePng(size, new Uint8Array(rgba.buffer), {
    extra: [...colorChunks('display-p3'), chunk('eXIf', exifBlock(orientation))],
  })

/** Makes an opaque PNG in Display P3 with one gray. */
export const grayP3Png = (width: number, height: number): Promise<Blob> =>
  p3Png(
    new Uint8ClampedArray(4 * width * height).fill(128).map((value, i) => (i % 4 === 3 ? 255 : value)),
    { width, height },
  )
