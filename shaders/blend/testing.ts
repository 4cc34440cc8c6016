/** The CPU reference of blend.frag in double precision: W3C Compositing and Blending Level 1, §5.8.1 and §10.1. */
import { clampToUnit } from '#client/kit/values/numbers.ts'
import type { BlendMode } from './modes.ts'

type Rgba = readonly [number, number, number, number]

/** Returns one layer pixel composited over a backdrop pixel: premultiplied RGBA, 0..1. */
export function blendedPixel(mode: BlendMode, backdrop: Rgba, layer: Rgba): Rgba {
  const [backdropAlpha, alpha] = [backdrop[3], layer[3]]
  const channel = (i: 0 | 1 | 2) => {
    const b = straight(backdrop[i], backdropAlpha)
    const s = straight(layer[i], alpha)
    const color = (1 - backdropAlpha) * s + backdropAlpha * BLENDED[mode](b, s)
    return alpha * color + (1 - alpha) * backdrop[i]
  }
  return [channel(0), channel(1), channel(2), alpha + backdropAlpha * (1 - alpha)]
}

const hardLight = (b: number, s: number) => (s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1))

function softLight(b: number, s: number): number {
  const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b)
  return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
}

/**
 * The blend functions B(b, s) of one channel, by mode. `b`: backdrop. `s`: source. Both are straight, encoded in the
 * working space, 0..1.
 */
export const BLENDED: Readonly<Record<BlendMode, (b: number, s: number) => number>> = {
  normal: (_, s) => s,
  multiply: (b, s) => b * s,
  screen: (b, s) => b + s - b * s,
  overlay: (b, s) => hardLight(s, b),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': (b, s) => (b <= 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s))),
  'color-burn': (b, s) => (b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s)),
  'hard-light': hardLight,
  'soft-light': softLight,
  difference: (b, s) => Math.abs(b - s),
}

const straight = (premultiplied: number, alpha: number) => (alpha > 0 ? clampToUnit(premultiplied / alpha) : 0)
