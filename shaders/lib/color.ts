import { type ColorSpace, converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { channelsOf } from '#client/kit/pixels/color-space/cssColor.ts'

/** Luma weights of encoded red, green and blue by color space, equal to those of color.glsl. */
export const LUMA: Readonly<Record<ColorSpace, readonly [number, number, number]>> = {
  srgb: [0.2126, 0.7152, 0.0722],
  'display-p3': [0.229, 0.6917, 0.0793],
}

/** Converts sRGB `#rgb` or `#rrggbb` to encoded channels 0..1 of `space`, the input format of shaders. */
export function rgbOf(hex: string, space: ColorSpace = 'srgb'): readonly [number, number, number] {
  const [red, green, blue] = channelsOf(hex)
  return converted([red / 255, green / 255, blue / 255], 'srgb', space)
}

/** Returns a color as premultiplied encoded channels of `space`, then its opacity, all 0..1. `hex`: as for `rgbOf`. */
export function inkOf(hex: string, opacity: number, space?: ColorSpace): readonly [number, number, number, number] {
  const [red, green, blue] = rgbOf(hex, space)
  return [red * opacity, green * opacity, blue * opacity, opacity]
}

/** Straight red, green, blue, 0..1, in the working space, encoded with the transfer function of sRGB. */
export type Rgb = readonly [number, number, number]

/** Returns the luma (0..1) of an encoded color, by the weights of its space. */
export function luma([r, g, b]: Rgb, space: ColorSpace): number {
  const [red, green, blue] = LUMA[space]
  return red * r + green * g + blue * b
}
/** Applies a function to each channel of a color. */
export const each = ([r, g, b]: Rgb, f: (x: number) => number): Rgb => [f(r), f(g), f(b)]
