/** Small test images for software GL: unpremultiplied RGBA bytes with a matte. */
import chelsea from '#client/editor/samples/chelsea.png'
import { noise } from './gpu.ts'
import { discCoverage } from './rasterised.ts'

export interface Picture {
  width: number
  height: number
  rgba: Uint8ClampedArray<ArrayBuffer>
  coverage: Uint8Array<ArrayBuffer>
}

/** Returns a crop of a real photo. Its coverage is a disc in the middle. */
export async function realPhoto(width = 160, height = 120): Promise<Picture> {
  const bitmap = await createImageBitmap(await (await fetch(chelsea)).blob(), 130, 60, width, height)
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.drawImage(bitmap, 0, 0)
  const rgba = context.getImageData(0, 0, width, height).data
  return { width, height, rgba, coverage: discCoverage(width, height) }
}

/**
 * Returns gradients from black to white with noise. Its coverage is a disc in the middle. `hasAlpha`: includes every
 * alpha value.
 */
export function syntheticPhoto(hasAlpha: boolean, width = 61, height = 47): Picture {
  const next = noise(11)
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const rough = (next() - 128) / 4
      const alpha = hasAlpha ? (x % 7 ? 255 * (y / (height - 1)) : next()) : 255
      rgba.set(
        [(x / width) * 255 + rough, (y / height) * 255 + rough, 255 - (x / width) * 255, alpha],
        (y * width + x) * 4,
      )
    }
  return { width, height, rgba, coverage: discCoverage(width, height) }
}
