/** Computes the color difference CIEDE2000 of two colors, each in its own color space. */
import { type ColorSpace, labOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { Vector3 } from '#client/kit/pixels/color-space/matrix3.ts'

export interface EncodedColor {
  space: ColorSpace
  /** The 8-bit channels red, green and blue. */
  codes: readonly [number, number, number]
}

const labOfCodes = ({ space, codes: [red, green, blue] }: EncodedColor): Vector3 =>
  labOf([red / 255, green / 255, blue / 255], space)

const rad = (degrees: number) => (degrees * Math.PI) / 180
const degreesOf = (y: number, x: number) => (x === 0 && y === 0 ? 0 : ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360)

/**
 * Returns the CIEDE2000 difference of two colors (Sharma, Wu and Dalal 2005, "The CIEDE2000 Color-Difference Formula",
 * equations 2 to 22, with kL = kC = kH = 1).
 */
export function deltaE2000(one: EncodedColor, other: EncodedColor): number {
  const [[l1, a1, b1], [l2, a2, b2]] = [labOfCodes(one), labOfCodes(other)]
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
  const [x1, x2] = [(1 + g) * a1, (1 + g) * a2]
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)]
  const [h1, h2] = [degreesOf(b1, x1), degreesOf(b2, x2)]
  const isGray = c1 * c2 === 0
  const turn = isGray ? 0 : ((h2 - h1 + 540) % 360) - 180
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2))
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = isGray ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const t =
    1 -
    0.17 * Math.cos(rad(h - 30)) +
    0.24 * Math.cos(rad(2 * h)) +
    0.32 * Math.cos(rad(3 * h + 6)) -
    0.2 * Math.cos(rad(4 * h - 63))
  const rotation = -Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  const dL = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const dC = (c2 - c1) / (1 + 0.045 * c)
  const weighted = dH / (1 + 0.015 * c * t)
  return Math.sqrt(dL ** 2 + dC ** 2 + weighted ** 2 + rotation * dC * weighted)
}
