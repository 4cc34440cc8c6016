/** Guided filter with a color guide (He, Sun and Tang 2010; fast variant: He and Sun 2015). */
import { boxMean } from '#client/kit/pixels/boxMean.ts'
import { type Plane, zeroPlane } from './plane.ts'

/** The averaged coefficients (ā, b̄) per pixel. Output = red · r + green · g + blue · b + offset. */
export interface LinearCoefficients {
  red: Plane
  green: Plane
  blue: Plane
  offset: Plane
}

/** The filter for one guide image. Computes the guide's means and inverse covariances once. */
export class GuidedFilter {
  readonly #photo: readonly [Plane, Plane, Plane]
  readonly #radius: number
  readonly #means: readonly [Plane, Plane, Plane]
  /** Inverse of (covariance + ε) of each window. The matrix is symmetric: rr, rg, rb, gg, gb, bb. */
  readonly #inverse: readonly [Plane, Plane, Plane, Plane, Plane, Plane]

  /** `photo`: red, green and blue, 0..1. `radius`: radius of the square windows, px. `epsilon`: the paper's ε. */
  constructor(photo: readonly [Plane, Plane, Plane], radius: number, epsilon: number) {
    this.#photo = photo
    this.#radius = radius
    const [r, g, b] = photo
    const [mr, mg, mb] = [boxFilter(r, radius), boxFilter(g, radius), boxFilter(b, radius)]
    this.#means = [mr, mg, mb]
    const covary = (a: Plane, c: Plane, ma: Plane, mc: Plane) => covariance(a, c, ma, mc, radius)
    const [rr, rg, rb] = [covary(r, r, mr, mr), covary(r, g, mr, mg), covary(r, b, mr, mb)]
    const [gg, gb, bb] = [covary(g, g, mg, mg), covary(g, b, mg, mb), covary(b, b, mb, mb)]
    for (let i = 0; i < rr.values.length; i++) {
      // computes the inverse by cofactors and overwrites the covariance
      const [a, d, f] = [at(rr, i) + epsilon, at(gg, i) + epsilon, at(bb, i) + epsilon]
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

  /** Returns the averaged coefficients for the input `map`, which has the guide's size. */
  coefficients(map: Plane): LinearCoefficients {
    const [r, g, b] = this.#photo
    const [mr, mg, mb] = this.#means
    const [rr, rg, rb, gg, gb, bb] = this.#inverse
    const mean = boxFilter(map, this.#radius)
    const [red, green, blue] = [
      covariance(r, map, mr, mean, this.#radius),
      covariance(g, map, mg, mean, this.#radius),
      covariance(b, map, mb, mean, this.#radius),
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
    const blur = (plane: Plane) => boxFilter(plane, this.#radius)
    return { red: blur(red), green: blur(green), blue: blur(blue), offset: blur(mean) }
  }

  /** Returns the filter's output for the input `map`, which has the guide's size. */
  filter(map: Plane): Plane {
    const { red, green, blue, offset } = this.coefficients(map)
    const [r, g, b] = this.#photo
    for (let i = 0; i < offset.values.length; i++)
      offset.values[i] = at(red, i) * at(r, i) + at(green, i) * at(g, i) + at(blue, i) * at(b, i) + at(offset, i)
    return offset
  }
}

const at = ({ values }: Plane, i: number): number => values[i] ?? 0

/** Returns the covariance of two planes in the window of each pixel. `ma`, `mb`: box-filtered means. */
function covariance(a: Plane, b: Plane, ma: Plane, mb: Plane, radius: number): Plane {
  const product = zeroPlane(a)
  for (let i = 0; i < product.values.length; i++) product.values[i] = at(a, i) * at(b, i)
  const means = boxFilter(product, radius)
  for (let i = 0; i < means.values.length; i++) means.values[i] = at(means, i) - at(ma, i) * at(mb, i)
  return means
}

/** Returns the mean of each square with sides of 2 · radius + 1 px. */
export const boxFilter = (plane: Plane, radius: number): Plane => ({
  ...plane,
  values: boxMean(plane.values, plane, radius, 'repeat'),
})
