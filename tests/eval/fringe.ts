/** Measures foreground estimation: composites a subject over a background and estimates the subject's colors. */
import { edgeColors } from '../helpers/edges.ts'

/** Mean error of the subject's color in soft pixels, weighted by coverage, in 8-bit levels. */
export interface Fringe {
  ours: number
  /** Without foreground estimation: the colors of the composite. */
  plain: number
}

const LONG_SIDE = 600
/** Blurs the photo that stands in for a subject, because the colors of real subjects vary less. */
const SMOOTH = 'blur(3px)'

/** Measures one composite. `truth`: an image whose gray is the coverage. Returns null if too few pixels are soft. */
export function fringeOf(subject: ImageBitmap, background: ImageBitmap, truth: ImageBitmap): Fringe | null {
  const scale = Math.min(1, LONG_SIDE / Math.max(truth.width, truth.height))
  const size = { width: Math.round(truth.width * scale), height: Math.round(truth.height * scale) }
  const [front, behind] = [bytesOf(subject, size, SMOOTH), bytesOf(background, size)]
  const gray = bytesOf(truth, size)
  const coverage = Uint8Array.from({ length: gray.length / 4 }, (_, at) => gray[4 * at] ?? 0)
  const share = (i: number) => (coverage[i >> 2] ?? 0) / 255
  const mixed = front.map((value, i) => share(i) * value + (1 - share(i)) * (behind[i] ?? 0))
  const found = edgeColors(mixed, coverage, size).foreground
  let [ours, plain, count] = [0, 0, 0]
  coverage.forEach((byte, at) => {
    if (byte < 13 || byte > 242) return
    count += 3
    for (let i = 4 * at; i < 4 * at + 3; i++) {
      ours += share(i) * Math.abs((found[i] ?? 0) - (front[i] ?? 0))
      plain += share(i) * Math.abs((mixed[i] ?? 0) - (front[i] ?? 0))
    }
  })
  return count < 9000 ? null : { ours: ours / count, plain: plain / count }
}

function bytesOf(image: ImageBitmap, { width, height }: { width: number; height: number }, filter = 'none') {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.filter = filter
  context.drawImage(image, 0, 0, width, height)
  return context.getImageData(0, 0, width, height).data
}
