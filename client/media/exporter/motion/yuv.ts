import type { Size } from '#client/kit/base/geometry.ts'

/** BT.709 weights of red and blue (ITU-R BT.709-6, 3.2). */
const [RED, BLUE] = [0.2126, 0.0722]
const GREEN = 1 - RED - BLUE
/** Ranges of luma and chroma in 8-bit limited range (BT.709-6, 4.6). */
const [LUMA, CHROMA] = [219 / 255, 224 / 255]

/**
 * Converts opaque RGBA to I420: BT.709, limited range, chroma averaged over 2 × 2 px. Both sides must be even. Browsers
 * would convert RGB frames with different matrices, so their files would look different. @returns `into`, which has 1.5
 * bytes per pixel
 */
export function toI420(rgba: Uint8ClampedArray, { width, height }: Size, into: Uint8Array): Uint8Array {
  const [quarter, half] = [(width * height) / 4, width / 2]
  const [u, v] = [width * height, width * height + quarter]
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      let [red, green, blue] = [0, 0, 0]
      for (let dy = 0; dy < 2; dy++)
        for (let dx = 0; dx < 2; dx++) {
          const at = (y + dy) * width + x + dx
          const [r, g, b] = [rgba[4 * at] as number, rgba[4 * at + 1] as number, rgba[4 * at + 2] as number]
          into[at] = 16.5 + LUMA * (RED * r + GREEN * g + BLUE * b)
          red += r
          green += g
          blue += b
        }
      const luma = RED * red + GREEN * green + BLUE * blue
      const at = (y / 2) * half + x / 2
      into[u + at] = 128.5 + (CHROMA * (blue - luma)) / (8 * (1 - BLUE))
      into[v + at] = 128.5 + (CHROMA * (red - luma)) / (8 * (1 - RED))
    }
  return into
}
