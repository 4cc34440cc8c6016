/** Double-precision counterparts of the GLSL helpers that twins of enhancements use. */
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { LUMA } from '../lib/color.ts'
import type { Rgb } from './enhancement.ts'

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
