import { sizeWithin } from '#client/kit/geometry/geometry.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { colorSpaceOf, inColorSpace, straightBitmap } from '#client/model/assets/straightAlpha.ts'
import { estimateEdgeColors } from '#client/render/matting/foreground/estimateEdgeColors.ts'

/** Longer side of a thumbnail, px. */
const SIDE = 144

/**
 * Resolves with a copy of the bitmap whose alpha is multiplied by the matte: straight alpha, in the bitmap's color
 * space. Edge pixels get estimated foreground colors, so that the removed background doesn't shine through. If their
 * colors can't be estimated, the edge pixels keep their colors.
 */
export async function applyMatte(bitmap: ImageBitmap, { coverage }: Coverage): Promise<ImageBitmap> {
  const { width, height } = bitmap
  const image = pixelsOf(bitmap)
  const { foreground } = await estimateEdgeColors({ bitmap, width, height }, { coverage }).catch((cause: unknown) => {
    console.error('overlay: the colors of the edge could not be found', cause)
    return { foreground: [] }
  })
  for (const { rect, rgba } of foreground)
    for (let i = 0; i < rgba.length; i += 4) {
      const row = Math.floor(i / 4 / rect.width)
      const at = 4 * ((rect.y + row) * width + rect.x + i / 4 - row * rect.width)
      if (image.data[at + 3] === 255) image.data.set(rgba.subarray(i, i + 3), at)
    }
  for (let i = 0; i < coverage.length; i++) {
    const own = image.data[i * 4 + 3] ?? 0
    image.data[i * 4 + 3] = Math.round((own * (coverage[i] ?? 0)) / 255)
  }
  return inColorSpace(await straightBitmap(image), colorSpaceOf(bitmap))
}

/** Returns a downscaled bitmap as the data URL of an sRGB PNG. */
export function thumbnail(bitmap: ImageBitmap): string {
  const canvas = Object.assign(document.createElement('canvas'), sizeWithin(bitmap, SIDE))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  if (context && colorSpaceOf(bitmap) !== 'srgb') {
    const image = context.getImageData(0, 0, canvas.width, canvas.height)
    pixelConversion(colorSpaceOf(bitmap), 'srgb')(image.data)
    context.putImageData(image, 0, 0)
  }
  return canvas.toDataURL('image/png')
}
