/** Perceptual differences of colors. */
import type { Hex } from '../../values/fields.ts'
import { linearOf } from './colorSpace.ts'
import { channelsOf } from './cssColor.ts'

type Lab = readonly [lightness: number, a: number, b: number]

/**
 * Converts an 8-bit sRGB color to OKLab with L from 0 to 1 (B. Ottosson, "A perceptual color space for image
 * processing", 2020).
 */
export function okLab(rgb: readonly [number, number, number]): Lab {
  const [r, g, b] = rgb.map((code) => linearOf(code / 255)) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export const distance = (one: Lab, other: Lab): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

/** Minimum perceptual distance (`distance`) between two swatches that look different. */
const DIFFERENT = 0.1

/** Returns the lists without colors that look like an earlier color, or like black or white. */
export function distinctColors(...lists: readonly (readonly Hex[])[]): Hex[][] {
  const shown = [okLab([0, 0, 0]), okLab([255, 255, 255])]
  return lists.map((colors) =>
    colors.filter((hex) => {
      const lab = withToe(okLab(channelsOf(hex)))
      return shown.every((other) => distance(lab, other) >= DIFFERENT) && shown.push(lab)
    }),
  )
}

/**
 * Converts the lightness of OKLab to that of Okhsl, because OKLab exaggerates the differences between dark colors (B.
 * Ottosson, "Okhsv and Okhsl", 2021).
 */
function withToe([lightness, a, b]: Lab): Lab {
  const x = (1.206 / 1.03) * lightness - 0.206
  return [(x + Math.sqrt(x ** 2 + 0.12 * (x + 0.206))) / 2, a, b]
}
