import { pixelConversion } from '#client/kit/base/color-space/convertPixels.ts'
import { changedLayers, type PixelSource } from './pixelSource.ts'

/** Returns the picture converted to sRGB, layers included; colours outside sRGB are clipped. */
export function srgbSource(source: PixelSource): PixelSource {
  const { colorSpace = 'srgb' } = source
  if (colorSpace === 'srgb') return source
  const toSrgb = pixelConversion(colorSpace, 'srgb')
  return {
    ...source,
    ...changedLayers(source, srgbSource),
    colorSpace: 'srgb',
    async paint(region, into) {
      const pixels = await source.paint(region, into)
      toSrgb(pixels)
      return pixels
    },
  }
}
