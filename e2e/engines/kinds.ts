/** All kinds of photos that a user may open: importer fixtures, samples and generated photos. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunk } from '#client/kit/pixels/png/chunks.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { anyPng } from '#client/media/importer/fixtures/anyPng.ts'
import { exifBlock, withExifOrientation } from '#client/media/importer/fixtures/files.ts'
import { DECODED, DECODED_PROFILED_HEIC, type PerEngine } from '../../tests/helpers/perEngine.ts'
import { randomFrom } from '../../tests/helpers/random.ts'
import type { Picture } from '../support/pixels.ts'
import { sample } from '../support/samples.ts'

/** A photo file to import, and how much its decoded pixels may differ from Chromium's. */
export interface Kind {
  file: string
  bytes(): Buffer | Promise<Buffer>
  /** Maximum difference from Chromium's pixels, in 8-bit levels. */
  tolerance: PerEngine<number>
}

const fixture = (file: string): Kind => ({
  file,
  bytes: () => readFileSync(join(import.meta.dirname, '../../client/media/importer/fixtures', file)),
  tolerance: file === 'p3.heic' ? DECODED_PROFILED_HEIC : DECODED,
})
const ofSample = (file: string): Kind => ({ file, bytes: () => readFileSync(sample(file)), tolerance: DECODED })
const png = (file: string, colorType: number, depth: number, isInterlaced: boolean): Kind => ({
  file,
  bytes: async () =>
    Buffer.from(await anyPng({ width: 64, height: 48 }, { colorType, depth, isInterlaced }, randomFrom(11))),
  tolerance: DECODED,
})

/** The photos to import: samples, importer fixtures and generated PNG files. */
export const KINDS: readonly Kind[] = [
  ...['rocket.jpg', 'coffee-small.webp'].map(ofSample),
  ...['cmyk.jpg', 'grey.jpg', 'progressive.jpg', 'p3.jpg'].map(fixture),
  ...['palette.png', 'exif6.png', 'rgba16.png', 'noise.png', 'p3.png'].map(fixture),
  ...['noise.webp', 'noise-lossy.webp', 'lossy.webp', 'exif6.webp', 'animated.webp', 'p3.webp'].map(fixture),
  ...['four-corners.heic', 'half-transparent.heic', 'p3.heic'].map(fixture),
  png('grey-1-interlaced.png', 0, 1, true),
  png('colours-16.png', 2, 16, false),
  png('palette-2-interlaced.png', 3, 2, true),
  png('grey-alpha-8.png', 4, 8, false),
]

/**
 * Returns random colors as unpremultiplied RGBA, row-major, the same at each call. With `hasAlpha`, alpha runs
 * repeatedly from 0 to 255, and pixels of alpha 0 also have colors. Otherwise all pixels are opaque.
 */
export function noise(width: number, height: number, hasAlpha: boolean): Picture {
  const random = randomFrom(7)
  const data = Uint8Array.from({ length: 4 * width * height }, () => Math.floor(random() * 256))
  for (let i = 0; i < width * height; i++) data[4 * i + 3] = hasAlpha ? i % 256 : 255
  return { width, height, data }
}

/** Returns a PNG of the image with an EXIF orientation. */
export async function pngOf(picture: Picture, orientation: number): Promise<Buffer> {
  const extra = orientation === 1 ? [] : [chunk('eXIf', exifBlock(orientation))]
  return bufferOf(await writePng(picture, picture.data, { extra }))
}

/** Returns a JPEG sample photo with an EXIF orientation. */
export const jpegOf = async (orientation: number): Promise<Buffer> =>
  bufferOf(await withExifOrientation(new Blob([readFileSync(sample('rocket.jpg'))]), orientation))

const bufferOf = async (file: Blob) => Buffer.from(await file.arrayBuffer())
