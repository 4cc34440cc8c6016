/** Exact distances (Felzenszwalb and Huttenlocher 2012), and the points that lie deepest inside a region. */
import type { Region } from './plane.ts'

/** Per pixel: how far its centre is from the nearest outside one; beyond the edge all is outside. */
export function depthOf({ width, height, inside }: Region): Float32Array {
  const [wide, high] = [width + 2, height + 2] // a frame of outside
  const squares = new Float64Array(wide * high)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (inside[y * width + x]) squares[(y + 1) * wide + x + 1] = FAR
  const line = new Lines(Math.max(wide, high))
  for (let x = 0; x < wide; x++) line.pass(squares, x, wide, high)
  for (let y = 0; y < high; y++) line.pass(squares, y * wide, 1, wide)
  const depth = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) depth[y * width + x] = Math.sqrt(squares[(y + 1) * wide + x + 1] ?? 0)
  return depth
}

const FAR = 1e12

/** One row or column: the lower envelope of a parabola per entry. */
class Lines {
  readonly #values: Float64Array
  readonly #vertices: Int32Array
  readonly #bounds: Float64Array

  constructor(length: number) {
    this.#values = new Float64Array(length)
    this.#vertices = new Int32Array(length)
    this.#bounds = new Float64Array(length + 1)
  }

  pass(squares: Float64Array, start: number, step: number, length: number): void {
    const [values, vertices, bounds] = [this.#values, this.#vertices, this.#bounds]
    for (let i = 0; i < length; i++) values[i] = squares[start + i * step] ?? 0
    const height = (i: number) => (values[i] ?? 0) + i * i
    let last = 0
    vertices[0] = 0
    bounds[0] = Number.NEGATIVE_INFINITY
    bounds[1] = Number.POSITIVE_INFINITY
    for (let i = 1; i < length; i++) {
      let meet = 0
      for (; ; last--) {
        const vertex = vertices[last] ?? 0
        meet = (height(i) - height(vertex)) / (2 * (i - vertex))
        if (meet > (bounds[last] ?? 0)) break
      }
      last++
      vertices[last] = i
      bounds[last] = meet
      bounds[last + 1] = Number.POSITIVE_INFINITY
    }
    for (let i = 0, at = 0; i < length; i++) {
      while ((bounds[at + 1] ?? 0) < i) at++
      const vertex = vertices[at] ?? 0
      squares[start + i * step] = (i - vertex) ** 2 + (values[vertex] ?? 0)
    }
  }
}

/** Shallower points say little about what lies around them. */
const SHALLOWEST = 1.5
const SHALLOWEST_SHARE = 0.25 // of the deepest

/** Up to `most` points, deepest first, each out of the reach of those before it. */
export function deepestPoints(region: Region, most: number): { x: number; y: number }[] {
  const { width } = region
  const depth = depthOf(region)
  const points: { x: number; y: number }[] = []
  let deepest = 0
  while (points.length < most) {
    let at = 0
    for (let i = 1; i < depth.length; i++) if ((depth[i] ?? 0) > (depth[at] ?? 0)) at = i
    const found = depth[at] ?? 0
    deepest ||= found
    if (found < SHALLOWEST || found < SHALLOWEST_SHARE * deepest) break
    const [x, y] = [at % width, Math.floor(at / width)]
    points.push({ x, y })
    for (let i = 0; i < depth.length; i++)
      if (Math.hypot((i % width) - x, Math.floor(i / width) - y) <= SHALLOWEST * found) depth[i] = 0
  }
  return points
}
