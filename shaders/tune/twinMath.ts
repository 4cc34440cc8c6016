/** Double-precision counterparts of the GLSL helpers that twins of enhancements use. */
import type { Rgb } from './enhancement.ts'

export const luma = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
export const linearOf = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
export const encodedOf = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)
export const unit = (x: number) => Math.min(1, Math.max(0, x))
export const each = ([r, g, b]: Rgb, f: (x: number) => number): Rgb => [f(r), f(g), f(b)]

export function smoothstep(from: number, to: number, x: number): number {
  const t = unit((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}
