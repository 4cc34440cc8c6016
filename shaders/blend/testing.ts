/** CPU twin of blend.frag in double precision: W3C Compositing and Blending Level 1, §5.8.1 and §10.1. */
import type { BlendMode } from './modes.ts'

type Rgba = readonly [number, number, number, number]

/** Returns one layer pixel composited over a backdrop pixel: premultiplied RGBA, 0..1. */
export function blendedPixel(mode: BlendMode, backdrop: Rgba, layer: Rgba): Rgba {
  const [backdropAlpha, alpha] = [backdrop[3], layer[3]]
  const channel = (i: 0 | 1 | 2) => {
    const b = straight(backdrop[i], backdropAlpha)
    const s = straight(layer[i], alpha)
    const color = (1 - backdropAlpha) * s + backdropAlpha * blendedChannel(mode, b, s)
    return alpha * color + (1 - alpha) * backdrop[i]
  }
  return [channel(0), channel(1), channel(2), alpha + backdropAlpha * (1 - alpha)]
}

/**
 * Returns the blend function B(b, s) of one channel. `b`: backdrop, `s`: source; straight, encoded in the working
 * space, 0..1.
 */
export function blendedChannel(mode: BlendMode, b: number, s: number): number {
  switch (mode) {
    case 'normal':
      return s
    case 'multiply':
      return b * s
    case 'screen':
      return b + s - b * s
    case 'overlay':
      return blendedChannel('hard-light', s, b)
    case 'darken':
      return Math.min(b, s)
    case 'lighten':
      return Math.max(b, s)
    case 'color-dodge':
      if (b <= 0) return 0
      return s >= 1 ? 1 : Math.min(1, b / (1 - s))
    case 'color-burn':
      if (b >= 1) return 1
      return s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s)
    case 'hard-light':
      return s <= 0.5 ? b * 2 * s : blendedChannel('screen', b, 2 * s - 1)
    case 'soft-light': {
      const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b)
      return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
    }
    case 'difference':
      return Math.abs(b - s)
  }
}

const straight = (premultiplied: number, alpha: number) =>
  alpha > 0 ? Math.min(1, Math.max(0, premultiplied / alpha)) : 0
