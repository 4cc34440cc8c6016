/** Twin of outline.frag: one output pixel, premultiplied 0..1. */
import { UNITS_PER_TEXEL } from '../distance/encoding.ts'
import type { OutlineUniforms } from './outline.ts'

/** Texels of a `DistanceField` on the CPU, row-major. `units`: signed distances in 1/UNITS_PER_TEXEL texel. */
export interface FieldTexels {
  width: number
  height: number
  units: ArrayLike<number>
}

/** Returns the outline's pixel at the target's texel (x, y): premultiplied RGBA, 0..1. */
export function outlinePixel(field: FieldTexels, uniforms: OutlineUniforms, x: number, y: number): number[] {
  const { uTarget, uFieldOrigin, uShift, uAlong, uDown, uStep, uWidth, uInk } = uniforms
  const [pxX, pxY] = [x + 0.5 + uTarget[0], y + 0.5 + uTarget[1]]
  const placeX = pxX * uAlong[0] + pxY * uDown[0] + uShift[0] - 0.5
  const placeY = pxX * uAlong[1] + pxY * uDown[1] + uShift[1] - 0.5
  const left = Math.floor(placeX)
  const top = Math.floor(placeY)
  const at = (i: number, j: number) => {
    const column = Math.min(Math.max(left + i - uFieldOrigin[0], 0), field.width - 1)
    const row = Math.min(Math.max(top + j - uFieldOrigin[1], 0), field.height - 1)
    return field.units[row * field.width + column] ?? 0
  }
  const mix = (a: number, b: number, t: number) => a + (b - a) * t
  const units = mix(mix(at(0, 0), at(1, 0), placeX - left), mix(at(0, 1), at(1, 1), placeX - left), placeY - top)
  const covered = Math.min(Math.max(uWidth + 0.5 - units / (UNITS_PER_TEXEL * uStep), 0), 1)
  return uInk.map((channel) => channel * covered)
}
