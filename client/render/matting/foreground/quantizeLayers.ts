import type { LayerColours } from './estimateForeground.ts'

/** Estimated colours of both layers as bytes: straight, encoded, in the photo's space. */
export interface LayerPixels {
  /** RGBA, row-major. The last byte isn't opacity but the pixel's weight in a mean, 1..255 (the layer's coverage). */
  foreground: Uint8Array<ArrayBuffer>
  background: Uint8Array<ArrayBuffer>
}

interface Input {
  /** bytes of the photo and of its matte, row-major */
  rgba: ArrayLike<number>
  coverage: ArrayLike<number>
  colours: LayerColours
}

/**
 * Rounds estimated colours to bytes that recombine to the photo. Where coverage is 255, foreground is the photo; where
 * it is 0, background is the photo. In between, alpha · foreground + (1 − alpha) · background is within one code of the
 * photo.
 */
export function quantizeLayers({ rgba, coverage, colours }: Input): LayerPixels {
  const foreground = new Uint8Array(coverage.length * 4)
  const background = new Uint8Array(coverage.length * 4)
  for (let at = 0; at < coverage.length; at++) {
    const alpha = coverage[at] ?? 0
    for (let channel = 0; channel < 3; channel++) {
      const code = rgba[4 * at + channel] ?? 0
      const [f, b] = bestCodes(code, alpha, 255 * (colours.foreground[3 * at + channel] ?? 0))
      foreground[4 * at + channel] = f
      background[4 * at + channel] = b
    }
    foreground[4 * at + 3] = Math.max(1, alpha)
    background[4 * at + 3] = Math.max(1, 255 - alpha)
  }
  return { foreground, background }
}

/**
 * Returns the foreground code nearest to the estimate for which a background code within 0..255 exists, and that
 * background code.
 */
function bestCodes(code: number, alpha: number, estimate: number): [foreground: number, background: number] {
  if (alpha === 255) return [code, code]
  if (alpha === 0) return [Math.round(estimate), code]
  const lowest = Math.max(0, (255 * (code - 255 + alpha)) / alpha)
  const highest = Math.min(255, (255 * code) / alpha)
  const [first, last] = [Math.ceil(lowest), Math.floor(highest)]
  const foreground =
    first <= last ? Math.min(last, Math.max(first, Math.round(estimate))) : Math.round((lowest + highest) / 2)
  const background = Math.round((255 * code - alpha * foreground) / (255 - alpha))
  return [foreground, Math.min(255, Math.max(0, background))]
}
