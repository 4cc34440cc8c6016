/** Errors of a matte against the true matte. Both have one coverage byte per pixel, row-major. */
import { cityBlockTransform } from '#client/kit/pixels/morphology.ts'
import { randomFrom } from '../helpers/random.ts'

export interface Measures {
  iou: number // intersection over union of pixels with at least half coverage
  mae: number // mean absolute error, 0..1
  bandMae: number // mean absolute error in a band around the true edge
  gradient: number // sum of squared differences of gradient magnitudes, thousands
}

interface Size {
  width: number
  height: number
}

export function measure(matte: Uint8Array, truth: Uint8Array, size: Size): Measures {
  const band = bandOf(truth, size)
  let [both, either, error, bandError, bandArea] = [0, 0, 0, 0, 0]
  for (let i = 0; i < truth.length; i++) {
    const [found, wanted] = [matte[i] ?? 0, truth[i] ?? 0]
    if (found >= HALF && wanted >= HALF) both++
    if (found >= HALF || wanted >= HALF) either++
    const off = Math.abs(found - wanted) / 255
    error += off
    if (band[i]) {
      bandError += off
      bandArea++
    }
  }
  return {
    iou: either === 0 ? 1 : both / either,
    mae: error / truth.length,
    bandMae: bandArea === 0 ? 0 : bandError / bandArea,
    gradient: gradientError(matte, truth, size),
  }
}

const HALF = 127.5
const BAND_SHARE = 0.008 // fraction of the photo's diagonal

/** Returns a mask (1 = inside) of soft pixels and true edges, dilated by `BAND_SHARE` of the photo's diagonal. */
export function bandOf(truth: Uint8Array, { width, height }: Size): Uint8Array {
  const inside = (x: number, y: number) =>
    // pixels outside the photo are treated as subject, because the photo's border isn't an edge
    x < 0 || y < 0 || x >= width || y >= height || (truth[y * width + x] ?? 0) >= HALF
  const reach = Math.max(2, Math.round(BAND_SHARE * Math.hypot(width, height)))
  const distance = new Uint16Array(width * height).fill(2 * reach + 2)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const value = (truth[at] ?? 0) / 255
      if (value > 0.05 && value < 0.95) distance[at] = 0
      else if (inside(x, y) && !(inside(x - 1, y) && inside(x + 1, y) && inside(x, y - 1) && inside(x, y + 1)))
        distance[at] = 0
    }
  const edge = distance.map((d) => Number(d === 0))
  cityBlockTransform(distance, { width, height })
  // includes one more pixel around the true edge
  const isEdge = (at: number) =>
    (edge[at] ?? 0) === 1 && ((truth[at] ?? 0) / 255 <= 0.05 || (truth[at] ?? 0) / 255 >= 0.95)
  const near = new Uint16Array(width * height).fill(2 * reach + 2)
  for (let at = 0; at < near.length; at++) if (isEdge(at)) near[at] = 0
  cityBlockTransform(near, { width, height })
  return Uint8Array.from(distance, (d, at) => Number(d <= reach || (near[at] ?? 0) <= reach + 1))
}

const SIGMA = 1.4
const RADIUS = 6

function gradientError(matte: Uint8Array, truth: Uint8Array, size: Size): number {
  const [found, wanted] = [gradientMagnitude(matte, size), gradientMagnitude(truth, size)]
  let sum = 0
  for (let i = 0; i < found.length; i++) sum += ((found[i] ?? 0) - (wanted[i] ?? 0)) ** 2
  return sum / 1000
}

/** Returns the gradient magnitude of a smoothed map. */
function gradientMagnitude(map: Uint8Array, size: Size): Float32Array {
  const values = Float32Array.from(map, (byte) => byte / 255)
  const places = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => i - RADIUS)
  const bell = places.map((x) => Math.exp((-x * x) / (2 * SIGMA * SIGMA)))
  const total = bell.reduce((sum, weight) => sum + weight, 0)
  const smooth = bell.map((weight) => weight / total)
  const steep = smooth.map((weight, i) => ((places[i] ?? 0) / (SIGMA * SIGMA)) * weight)
  const across = convolved(convolved(values, size, steep, 'x'), size, smooth, 'y')
  const down = convolved(convolved(values, size, smooth, 'x'), size, steep, 'y')
  return across.map((value, i) => Math.hypot(value, down[i] ?? 0))
}

/** Convolves along one axis. Reflects indices at the border. */
function convolved(values: Float32Array, { width, height }: Size, kernel: number[], along: 'x' | 'y'): Float32Array {
  const to = new Float32Array(values.length)
  const [length, step] = along === 'x' ? [width, 1] : [height, width]
  const lines = along === 'x' ? height : width
  const lineStep = along === 'x' ? width : 1
  for (let line = 0; line < lines; line++)
    for (let i = 0; i < length; i++) {
      let sum = 0
      for (let k = 0; k < kernel.length; k++) {
        let from = i + k - RADIUS
        if (from < 0 || from >= length) {
          from = ((from % (2 * length)) + 2 * length) % (2 * length)
          if (from >= length) from = 2 * length - 1 - from
        }
        sum += (kernel[k] ?? 0) * (values[line * lineStep + from * step] ?? 0)
      }
      to[line * lineStep + i * step] = sum
    }
  return to
}

/** Returns the mean of paired differences with its 95% confidence interval, by bootstrap. */
export function bootstrap(differences: readonly number[], draws = 4000): { mean: number; low: number; high: number } {
  const count = differences.length
  const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const random = randomFrom(1)
  const means = Array.from({ length: draws }, () => {
    let sum = 0
    for (let i = 0; i < count; i++) sum += differences[Math.floor(random() * count)] ?? 0
    return sum / count
  }).sort((a, b) => a - b)
  return {
    mean: average(differences),
    low: means[Math.floor(draws * 0.025)] ?? 0,
    high: means[Math.ceil(draws * 0.975) - 1] ?? 0,
  }
}
