import { type ColorSpace, D50_XYZ, linearOf, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { multiplied, type Vector3 } from './matrix3.ts'

/**
 * Returns CIE 1976 L*a*b* relative to D50 of an encoded colour, 0..1 each. Values outside 0..1 are taken for light as
 * well.
 */
export function labOf([red, green, blue]: Vector3, space: ColorSpace): Vector3 {
  const xyz = multiplied(D50_OF[space], [linearOf(red), linearOf(green), linearOf(blue)])
  const f = (i: 0 | 1 | 2) => {
    const t = xyz[i] / D50_XYZ[i]
    return t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116
  }
  return [116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))]
}

const D50_OF = { srgb: rgbToD50(PRIMARIES.srgb), 'display-p3': rgbToD50(PRIMARIES['display-p3']) }
