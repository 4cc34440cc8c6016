/** Exact Euclidean distance transform (Felzenszwalb and Huttenlocher 2012) and its local maxima. */
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { BinaryMask } from './plane.ts'

/**
 * Returns for each pixel of the mask the exact Euclidean distance (px, row-major) from its center to the center of the
 * nearest outside pixel. Pixels outside the mask have distance 0. Everything beyond the image counts as outside.
 */
export function distanceTransform({ width, height, inside }: BinaryMask): Float32Array {
  const [paddedWidth, paddedHeight] = [width + 2, height + 2] // adds a border of outside pixels
  const squaredDistances = new Float64Array(paddedWidth * paddedHeight)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (inside[y * width + x]) squaredDistances[(y + 1) * paddedWidth + x + 1] = INFINITE
  const envelope = new ParabolaEnvelope(Math.max(paddedWidth, paddedHeight))
  for (let x = 0; x < paddedWidth; x++) envelope.transform(squaredDistances, x, paddedWidth, paddedHeight)
  for (let y = 0; y < paddedHeight; y++) envelope.transform(squaredDistances, y * paddedWidth, 1, paddedWidth)
  const distances = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      distances[y * width + x] = Math.sqrt(squaredDistances[(y + 1) * paddedWidth + x + 1] ?? 0)
  return distances
}

const INFINITE = 1e12

/** Computes the distance transform of one row or column as the lower envelope of one parabola per entry. */
class ParabolaEnvelope {
  readonly #values: Float64Array
  readonly #vertices: Int32Array
  readonly #bounds: Float64Array

  constructor(length: number) {
    this.#values = new Float64Array(length)
    this.#vertices = new Int32Array(length)
    this.#bounds = new Float64Array(length + 1)
  }

  transform(squaredDistances: Float64Array, start: number, step: number, length: number): void {
    const [values, vertices, bounds] = [this.#values, this.#vertices, this.#bounds]
    for (let i = 0; i < length; i++) values[i] = squaredDistances[start + i * step] ?? 0
    const height = (i: number) => (values[i] ?? 0) + i * i
    let rightmost = 0
    vertices[0] = 0
    bounds[0] = Number.NEGATIVE_INFINITY
    bounds[1] = Number.POSITIVE_INFINITY
    for (let i = 1; i < length; i++) {
      let intersection = 0
      for (; ; rightmost--) {
        const vertex = vertices[rightmost] ?? 0
        intersection = (height(i) - height(vertex)) / (2 * (i - vertex))
        if (intersection > (bounds[rightmost] ?? 0)) break
      }
      rightmost++
      vertices[rightmost] = i
      bounds[rightmost] = intersection
      bounds[rightmost + 1] = Number.POSITIVE_INFINITY
    }
    for (let i = 0, at = 0; i < length; i++) {
      while ((bounds[at + 1] ?? 0) < i) at++
      const vertex = vertices[at] ?? 0
      squaredDistances[start + i * step] = (i - vertex) ** 2 + (values[vertex] ?? 0)
    }
  }
}

/** Minimum distance between a maximum and the edge, px. */
const MIN_DISTANCE = 1.5
/** Radius of the disc around a maximum, relative to the maximum's distance from the edge. */
const EXCLUSION = 1.5
const MIN_FRACTION_OF_MAXIMUM = 0.25

/**
 * Returns up to `maxCount` points, sorted by decreasing distance from the edge. Around each returned point is a disc
 * without later points. Its radius is EXCLUSION times the point's distance from the edge.
 */
export function distanceMaxima(region: BinaryMask, maxCount: number): Point[] {
  const { width } = region
  const distances = distanceTransform(region)
  const points: Point[] = []
  let maximum = 0
  while (points.length < maxCount) {
    let at = 0
    for (let i = 1; i < distances.length; i++) if ((distances[i] ?? 0) > (distances[at] ?? 0)) at = i
    const value = distances[at] ?? 0
    maximum ||= value
    if (value < MIN_DISTANCE || value < MIN_FRACTION_OF_MAXIMUM * maximum) break
    const [x, y] = [at % width, Math.floor(at / width)]
    points.push({ x, y })
    for (let i = 0; i < distances.length; i++)
      if (Math.hypot((i % width) - x, Math.floor(i / width) - y) <= EXCLUSION * value) distances[i] = 0
  }
  return points
}
