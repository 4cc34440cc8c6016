/** Guided filter (He, Sun and Tang 2010; fast: He and Sun 2015): a coarse map follows the photo's own edges. */
import { emptyPlane, type Plane } from './plane.ts'

/** map ≈ red · photo.red + green · photo.green + blue · photo.blue + offset, around each pixel. */
export interface Guide {
  red: Plane
  green: Plane
  blue: Plane
  offset: Plane
}

/** A photo, made ready for the maps that are to follow it: what depends on its colours alone is worked out once. */
export class Guided {
  readonly #photo: readonly [Plane, Plane, Plane]
  readonly #reach: number
  readonly #means: readonly [Plane, Plane, Plane]
  /** Of each window's covariance, symmetric: rr, rg, rb, gg, gb, bb. */
  readonly #inverse: readonly [Plane, Plane, Plane, Plane, Plane, Plane]

  /** `photo`: red, green and blue, 0..1. `reach`: of the windows, px; `smoothness`: see the paper's ε. */
  constructor(photo: readonly [Plane, Plane, Plane], reach: number, smoothness: number) {
    this.#photo = photo
    this.#reach = reach
    const [r, g, b] = photo
    const [mr, mg, mb] = [boxBlurred(r, reach), boxBlurred(g, reach), boxBlurred(b, reach)]
    this.#means = [mr, mg, mb]
    const covariance = (a: Plane, c: Plane, ma: Plane, mc: Plane) => covarianceOf(a, c, ma, mc, reach)
    const [rr, rg, rb] = [covariance(r, r, mr, mr), covariance(r, g, mr, mg), covariance(r, b, mr, mb)]
    const [gg, gb, bb] = [covariance(g, g, mg, mg), covariance(g, b, mg, mb), covariance(b, b, mb, mb)]
    for (let i = 0; i < rr.values.length; i++) {
      // by cofactors, each in the place of what it is the inverse of
      const [a, d, f] = [at(rr, i) + smoothness, at(gg, i) + smoothness, at(bb, i) + smoothness]
      const [p, q, e] = [at(rg, i), at(rb, i), at(gb, i)]
      const [c1, c2, c3] = [d * f - e * e, q * e - p * f, p * e - q * d]
      const determinant = a * c1 + p * c2 + q * c3
      rr.values[i] = c1 / determinant
      rg.values[i] = c2 / determinant
      rb.values[i] = c3 / determinant
      gg.values[i] = (a * f - q * q) / determinant
      gb.values[i] = (p * q - a * e) / determinant
      bb.values[i] = (a * d - p * p) / determinant
    }
    this.#inverse = [rr, rg, rb, gg, gb, bb]
  }

  /** How `map`, as large as the photo, follows its colours. */
  guide(map: Plane): Guide {
    const [r, g, b] = this.#photo
    const [mr, mg, mb] = this.#means
    const [rr, rg, rb, gg, gb, bb] = this.#inverse
    const mean = boxBlurred(map, this.#reach)
    const [red, green, blue] = [
      covarianceOf(r, map, mr, mean, this.#reach),
      covarianceOf(g, map, mg, mean, this.#reach),
      covarianceOf(b, map, mb, mean, this.#reach),
    ]
    for (let i = 0; i < mean.values.length; i++) {
      const [x, y, z] = [at(red, i), at(green, i), at(blue, i)]
      const ar = at(rr, i) * x + at(rg, i) * y + at(rb, i) * z
      const ag = at(rg, i) * x + at(gg, i) * y + at(gb, i) * z
      const ab = at(rb, i) * x + at(gb, i) * y + at(bb, i) * z
      red.values[i] = ar
      green.values[i] = ag
      blue.values[i] = ab
      mean.values[i] = at(mean, i) - ar * at(mr, i) - ag * at(mg, i) - ab * at(mb, i)
    }
    const blur = (plane: Plane) => boxBlurred(plane, this.#reach)
    return { red: blur(red), green: blur(green), blue: blur(blue), offset: blur(mean) }
  }

  /** `map` as the photo's colours would have it. */
  filtered(map: Plane): Plane {
    const { red, green, blue, offset } = this.guide(map)
    const [r, g, b] = this.#photo
    for (let i = 0; i < offset.values.length; i++)
      offset.values[i] = at(red, i) * at(r, i) + at(green, i) * at(g, i) + at(blue, i) * at(b, i) + at(offset, i)
    return offset
  }
}

const at = ({ values }: Plane, i: number): number => values[i] ?? 0

/** Of two planes around each pixel; `ma` and `mb` are their means. */
function covarianceOf(a: Plane, b: Plane, ma: Plane, mb: Plane, reach: number): Plane {
  const product = emptyPlane(a)
  for (let i = 0; i < product.values.length; i++) product.values[i] = at(a, i) * at(b, i)
  const means = boxBlurred(product, reach)
  for (let i = 0; i < means.values.length; i++) means.values[i] = at(means, i) - at(ma, i) * at(mb, i)
  return means
}

/** The mean over a square of 2 · reach + 1; beyond the edge its pixels go on. */
export function boxBlurred(plane: Plane, reach: number): Plane {
  const { width, height } = plane
  const across = emptyPlane(plane)
  for (let y = 0; y < height; y++) pass(plane.values, across.values, y * width, 1, width, reach)
  const both = emptyPlane(plane)
  for (let x = 0; x < width; x++) pass(across.values, both.values, x, width, height, reach)
  return both
}

function pass(from: Float32Array, to: Float32Array, start: number, step: number, length: number, reach: number): void {
  const value = (i: number) => from[start + Math.min(length - 1, Math.max(0, i)) * step] ?? 0
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += value(i)
  const share = 1 / (2 * reach + 1)
  for (let i = 0; i < length; i++) {
    to[start + i * step] = sum * share
    sum += value(i + reach + 1) - value(i - reach)
  }
}
