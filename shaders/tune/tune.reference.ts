/** Twin of tune.glsl in double precision: plain, slow, obvious. */
import { AFFINE, BLACKS, KNEE, SHARPNESS, TONE, type TuneUniforms } from './uniforms.ts'

export type Rgb = readonly [number, number, number]

export const luma = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
export const linearOf = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
export const encodedOf = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)
const unit = (x: number) => Math.min(1, Math.max(0, x))
const each = ([r, g, b]: Rgb, f: (x: number) => number): Rgb => [f(r), f(g), f(b)]

function smoothstep(from: number, to: number, x: number) {
  const t = unit((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}

function sharpened(color: Rgb, low: number, u: TuneUniforms): Rgb {
  const raw = luma(color) - low
  const detail = Math.sign(raw) * Math.max(Math.abs(raw) - 1.5 / 255, 0) * u.sharpness
  const limited = detail / (1 + Math.abs(detail) / 0.12)
  return each(color, (x) => Math.max(x + limited, 0))
}

function toned(color: Rgb, base: number, u: TuneUniforms): Rgb {
  const ev = Math.log2(Math.max(linearOf(unit(base)), 1 / 1024)) + u.exposure
  const gain = 2 ** (u.exposure + u.shadows * (1 - smoothstep(-6, -1, ev)) + u.highlights * smoothstep(-3.5, 0, ev))
  return each(color, (x) => {
    const light = linearOf(x) * gain
    const over = Math.max(light - KNEE, 0)
    return encodedOf(u.shoulder > 0 ? Math.min(light, KNEE) + over / (1 + u.shoulder * over) : light)
  })
}

const deepened = (color: Rgb, { toe }: TuneUniforms) =>
  each(color, (x) => (x <= 0 ? 0 : ((1 + toe) * x * x) / (x + toe)))

function affine([r, g, b]: Rgb, { matrix: m, offset: o }: TuneUniforms): Rgb {
  const row = (i: number) => (m[i * 3] ?? 0) * r + (m[i * 3 + 1] ?? 0) * g + (m[i * 3 + 2] ?? 0) * b + (o[i] ?? 0)
  return [row(0), row(1), row(2)]
}

/** One straight, encoded pixel 0..1. `low` = low-passed luma, `mask` = slope and intercept of the tone base there. */
export function tuned(color: Rgb, u: TuneUniforms, low: number, mask: readonly [number, number]): Rgb {
  const base = mask[0] * luma(color) + mask[1]
  let out = color
  if (u.flags & SHARPNESS) out = sharpened(out, low, u)
  if (u.flags & TONE) out = toned(out, base, u)
  if (u.flags & BLACKS) out = deepened(out, u)
  if (u.flags & AFFINE) out = affine(out, u)
  return each(out, unit)
}

/** What dithering adds at a whole px, in units of 1. */
export function dither(x: number, y: number): number {
  const fract = (v: number) => v - Math.floor(v)
  return (fract(52.9829189 * fract(0.06711056 * x + 0.00583715 * y)) - 0.5) * (0.97 / 255)
}
