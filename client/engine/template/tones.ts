/**
 * The tones of a template are six colors with the same hue. They can be converted to the photo's hue. Each tone has a
 * fixed OKLab lightness, so the contrast between two tones is the same on every photo. OKLab: B. Ottosson, "A
 * perceptual color space for image processing", 2020.
 */
import { radiansOf } from '#client/kit/geometry/geometry.ts'
import { encodedOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { channelsOf, hexOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { okLab } from '#client/kit/pixels/color-space/okLab.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import { clampToUnit } from '#client/kit/values/numbers.ts'
import type { PhotoColors } from '#client/layers/colors/photoColors.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'

/** The hue of a color is visible from this OKLab chroma. */
const LEAST_CHROMA = 0.09

/** Lightness and chroma (OKLab) of each tone, from the lightest (paper) to the darkest (ink). */
const TONES = [
  [0.96, 0.02],
  [0.88, 0.06],
  [0.78, 0.14],
  [0.6, 0.17],
  [0.4, 0.11],
  [0.2, 0.04],
] as const

/** Returns the tones of a hue (OKLab degrees), the lightest first. */
export const tonesOf = (hue: number): Hex[] =>
  TONES.map(([lightness, chroma]) => toHex(lightness, chroma, radiansOf(hue)))

/**
 * Returns the hue (OKLab degrees) of the photo's most vivid color, or null if no color is vivid. Yellow and olive hues
 * are replaced (`withoutOlive`).
 */
export function hueOf({ subject, background }: PhotoColors): number | null {
  const labs = [...background, ...subject].map((hex) => okLab(channelsOf(hex)))
  const chroma = ([, a, b]: readonly [number, number, number]) => Math.hypot(a, b)
  const [first = [0, 0, 0] as const, ...rest] = labs
  const vivid = rest.reduce((best, lab) => (chroma(lab) > chroma(best) ? lab : best), first)
  return chroma(vivid) > LEAST_CHROMA ? withoutOlive((Math.atan2(vivid[2], vivid[1]) * 180) / Math.PI) : null
}

/**
 * Returns the document with the tones of `hue` converted to the photo's hue. Other colors don't change. If no color of
 * the photo is vivid, no color changes.
 */
export function withPhotoHue(doc: DocumentSnapshot, hue: number, colors: PhotoColors): DocumentSnapshot {
  const [from, to] = [tonesOf(hue), tonesOf(hueOf(colors) ?? hue)]
  const replaced = <T>(value: T): T => {
    if (typeof value === 'string') return (to[from.indexOf(value as Hex & T)] ?? value) as T
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(replaced) as T
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)])) as T
  }
  return { ...doc, backdrop: replaced(doc.backdrop), layers: replaced(doc.layers) }
}

/** Returns the sRGB color for a lightness, chroma and hue. If the color is outside sRGB, its chroma is reduced. */
function toHex(lightness: number, chroma: number, angle: number): Hex {
  for (let c = chroma; ; c -= 0.01) {
    const rgb = linearRgb(lightness, Math.max(0, c) * Math.cos(angle), Math.max(0, c) * Math.sin(angle))
    if (c > 0 && rgb.some((v) => v < -1e-4 || v > 1 + 1e-4)) continue
    return hexOf(rgb.map((linear) => 255 * encodedOf(clampToUnit(linear))))
  }
}

function linearRgb(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Replaces dark yellow hues with orange or green, because large olive areas look dirty. OKLab degrees. */
const withoutOlive = (hue: number): number => (hue < 72 || hue > 140 ? hue : hue < 108 ? 66 : 146)
