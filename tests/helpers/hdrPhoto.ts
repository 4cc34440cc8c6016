/** HDR photos for tests: sessions with an Ultra HDR photo, their exported files and the gains in these files. */
import { defaults } from '#client/kit/values/fields.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import { TWO_STOPS, ultraHdrOf } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import type { GainMapMetadata } from '#client/media/gainmap/metadata.ts'
import { readGainMap } from '#client/media/gainmap/readGainMap.ts'
import { withExifOrientation } from '#client/media/importer/fixtures/files.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { createSession, type Session, snapshotOf } from '#client/model/session/session.ts'
import { open } from '../bench/gpu/documents.ts'
import { bytesIn, imported } from './colorSpaces.ts'
import { atEnd, sharedRenderer } from './gpu.ts'
import { graphicsOf } from './painted.ts'
import { discCoverage } from './rasterised.ts'
import { SILENT } from './session.ts'

export const [WIDTH, HEIGHT] = [240, 160]
export const renderer = await sharedRenderer()
export const signal = new AbortController().signal

type Shade = (x: number, y: number) => number

/** Returns a gray JPEG. `shade`: gray from 0 to 255 at a position from 0 to 1. */
export async function jpegOf(width: number, height: number, shade: Shade): Promise<Blob> {
  const rgba = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < width * height; i++) {
    const value = Math.round(shade(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height))
    rgba.set([value, value, value, 255], 4 * i)
  }
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
}

/** Gray values of the gain map, 40 to 183 of 255: a lamp at the top left on a gradient. */
export const gains: Shade = (x, y) => 40 + 60 * x + 30 * y + 120 * Math.exp(-60 * ((x - 0.25) ** 2 + (y - 0.25) ** 2))

interface HdrPhoto {
  metadata?: GainMapMetadata
  orientation?: number
  size?: [number, number]
  shade?: Shade
}

/** Imports an Ultra HDR photo into a new session. Resolves with the session and the photo's bytes. */
export async function hdrSession(photo: HdrPhoto = {}) {
  const { metadata = TWO_STOPS, orientation = 1, size = [WIDTH, HEIGHT], shade = gains } = photo
  const [width, height] = size
  const base = await jpegOf(width, height, (x, y) => 20 + 0.9 * shade(x, y))
  const map = await jpegOf(Math.ceil(width / 2), Math.ceil(height / 2), shade)
  const bytes = await ultraHdrOf(
    await bytesIn(await withExifOrientation(base, orientation)),
    await bytesIn(map),
    metadata,
  )
  return { session: await sessionOf(bytes), bytes }
}

/** Imports a photo into a session. Its subject is a disc in the middle. */
export async function sessionOf(bytes: Uint8Array<ArrayBuffer>): Promise<Session> {
  const { bitmap, blob, width, height } = await imported(new File([bytes], 'a.jpg', { type: 'image/jpeg' }))
  const session = createSession(SILENT)
  atEnd(() => session.dispose())
  open(session, bitmap, discCoverage(width, height), blob)
  return session
}

export const settingsOf = (settings: Partial<ExportSettings>) =>
  ({ ...defaults(exportFields), format: 'jpeg', quality: 100, ...settings }) as const

/** Exports the document, by default as a JPEG of quality 100. @throws Error with the code of the export's error */
export async function exported(
  session: Session,
  settings: Partial<ExportSettings> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await exportPicture(snapshotOf(session), settingsOf(settings), graphicsOf(renderer, session), { signal })
  if (!file.ok) throw new Error(file.error)
  return bytesIn(file.value)
}

export interface Gains {
  width: number
  height: number
  /** Gain in stops, interpolated linearly between pixels and repeated at the border. */
  at(x: number, y: number): number
}

/** Returns the gains in a file in stops, before its EXIF orientation is applied. @throws Error without a gain map */
export async function gainsIn(file: Uint8Array<ArrayBuffer>): Promise<Gains> {
  const stored = readGainMap(file)
  if (!stored) throw new Error('the file has no gain map')
  const { min, max, gamma } = stored.metadata
  const { width, height, data } = pixelsOf(await createImageBitmap(new Blob([stored.image])))
  return {
    width,
    height,
    at(x, y) {
      const code = (column: number, row: number) => {
        const [u, v] = [Math.min(width - 1, Math.max(0, column)), Math.min(height - 1, Math.max(0, row))]
        return (data[4 * (v * width + u)] ?? Number.NaN) / 255
      }
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [upper, lower] = [top, top + 1].map(
        (row) => code(left, row) * (1 - x + left) + code(left + 1, row) * (x - left),
      ) as [number, number]
      const mixed = upper * (1 - y + top) + lower * (y - top)
      return min[0] + (max[0] - min[0]) * mixed ** (1 / gamma[0])
    },
  }
}
