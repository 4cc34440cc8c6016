/**
 * Photos of any size: a given photo, scaled, or a collage of the samples with sensor noise and JPEG compression.
 * Without the compression, each pixel's noise would be independent, unlike in real photos, and no PNG encoder could
 * compress it. At 12 MP, canvas.toBlob needs 1.05 bytes per pixel, like the noisiest of four phone photos (0.67, 0.72,
 * 0.90 and 1.05).
 */

import astronaut from '#client/editor/samples/astronaut.png'
import chelsea from '#client/editor/samples/chelsea.png'
import coffee from '#client/editor/samples/coffee.png'
import rocket from '#client/editor/samples/rocket.jpg'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { randomFrom } from '../../helpers/random.ts'

const SAMPLES = [astronaut, coffee, chelsea, rocket]
/** Side of a piece of the collage, px. The samples are enlarged 2 to 4 times, about as sharp as a phone's photo. */
const PIECE = 1280
/** Standard deviation of the noise after a camera's denoising in daylight, in 8-bit levels. */
const NOISE = 1
/** Quality of the JPEG compression. */
const QUALITY = 0.8

/** Returns a 4 : 3 size of about `megapixels` MP with sides that are multiples of 8. */
export function sizeOf(megapixels: number): Size {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 4) / 8) * 8
  return { width: Math.round((height * 4) / 3 / 8) * 8, height }
}

export async function photoOf({ width, height }: Size, from: string | null): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(width, height)
  // opaque, because rotated pieces leave transparent gaps at the corners
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })!
  if (from) {
    const bitmap = await load(from)
    const scale = Math.max(width / bitmap.width, height / bitmap.height)
    context.drawImage(bitmap, 0, 0, bitmap.width * scale, bitmap.height * scale)
  } else {
    await paintSamples(context, width, height)
    addNoise(context, width, height)
    await compress(canvas, context)
  }
  const pixels = context.getImageData(0, 0, width, height)
  return createImageBitmap(pixels, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
}

/** Returns a crop of a sample at its original size, as unpremultiplied RGBA. */
export async function sampleOf(name: 'astronaut' | 'chelsea' | 'coffee' | 'rocket', { width, height }: Size) {
  const bitmap = await load({ astronaut, chelsea, coffee, rocket }[name])
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(bitmap, Math.min(0, (width - bitmap.width) / 2), Math.min(0, (height - bitmap.height) / 2))
  return context.getImageData(0, 0, width, height).data
}

const load = async (url: string) => createImageBitmap(await (await fetch(url)).blob())

async function paintSamples(context: OffscreenCanvasRenderingContext2D, width: number, height: number) {
  const bitmaps = await Promise.all(SAMPLES.map(load))
  let n = 0
  for (let y = 0; y < height; y += PIECE)
    for (let x = 0; x < width; x += PIECE) {
      const bitmap = bitmaps[n % bitmaps.length]!
      const scale = (PIECE / Math.min(bitmap.width, bitmap.height)) * (1 + (n % 5) / 5)
      context.save()
      context.beginPath()
      context.rect(x, y, PIECE, PIECE)
      context.clip()
      context.translate(x + PIECE / 2, y + PIECE / 2)
      context.rotate(n * 0.37)
      context.scale(n % 3 ? scale : -scale, scale)
      context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
      context.restore()
      n++
    }
}

/** Returns a photo as a JPEG file, as from a camera. */
export function fileOf(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
  return jpegOf(canvas)
}

const jpegOf = (canvas: OffscreenCanvas) => canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })

async function compress(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D) {
  const bitmap = await createImageBitmap(await jpegOf(canvas))
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
}

function addNoise(context: OffscreenCanvasRenderingContext2D, width: number, height: number) {
  const random = randomFrom(5)
  for (let y = 0; y < height; y += 256) {
    const part = context.getImageData(0, y, width, Math.min(256, height - y))
    for (let i = 0; i < part.data.length; i += 4) {
      const grain = 2 * (random() + random() - 1) * NOISE
      for (let c = 0; c < 3; c++) part.data[i + c] = part.data[i + c]! + grain
    }
    context.putImageData(part, 0, y)
  }
}
