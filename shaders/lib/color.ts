import { type ColorSpace, converted } from '#client/kit/base/color-space/colorSpace.ts'

/** Weights of encoded red, green and blue in luma, by colour space; color.glsl has the same numbers. */
export const LUMA: Readonly<Record<ColorSpace, readonly [number, number, number]>> = {
  srgb: [0.2126, 0.7152, 0.0722],
  'display-p3': [0.229, 0.6917, 0.0793],
}

/**
 * Converts `#rgb` or `#rrggbb`, which is sRGB, to encoded channels 0..1 of `space`, the form that shaders take. The
 * text is not checked: alpha digits give wrong channels, and text without hex digits gives black.
 */
export function rgbOf(hex: string, space: ColorSpace = 'srgb'): readonly [number, number, number] {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const number = Number.parseInt(digits.slice(1), 16)
  return converted([(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255], 'srgb', space)
}
