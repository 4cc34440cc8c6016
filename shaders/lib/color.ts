import { type ColorSpace, converted } from '#client/kit/base/color-space/colorSpace.ts'

/** Luma weights of encoded red, green and blue by colour space, equal to those of color.glsl. */
export const LUMA: Readonly<Record<ColorSpace, readonly [number, number, number]>> = {
  srgb: [0.2126, 0.7152, 0.0722],
  'display-p3': [0.229, 0.6917, 0.0793],
}

/**
 * Converts sRGB `#rgb` or `#rrggbb` to encoded channels 0..1 of `space`, the input format of shaders. Unchecked: alpha
 * digits give wrong channels, and text without hex digits gives black.
 */
export function rgbOf(hex: string, space: ColorSpace = 'srgb'): readonly [number, number, number] {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const number = Number.parseInt(digits.slice(1), 16)
  return converted([(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255], 'srgb', space)
}

/** Straight red, green, blue, in the working space, encoded with the transfer function of sRGB; 0..1. */
export type Rgb = readonly [number, number, number]

/** Returns the luma of an encoded colour, by the weights of its space; 0..1. */
export function luma([r, g, b]: Rgb, space: ColorSpace): number {
  const [red, green, blue] = LUMA[space]
  return red * r + green * g + blue * b
}
/** Converts a channel from the encoding of sRGB, which Display P3 shares, to linear light (IEC 61966-2-1); 0..1. */
export const linearOf = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
/** Converts a channel from linear light to the encoding of sRGB (IEC 61966-2-1); 0..1. */
export const encodedOf = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)
/** Clamps a number to 0..1. */
export const unit = (x: number) => Math.min(1, Math.max(0, x))
/** Applies a function to each channel of a colour. */
export const each = ([r, g, b]: Rgb, f: (x: number) => number): Rgb => [f(r), f(g), f(b)]

/** GLSL's smoothstep: 0 up to `from`, 1 from `to` on, between them a cubic Hermite curve. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = unit((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}
