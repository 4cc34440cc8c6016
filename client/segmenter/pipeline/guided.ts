/** Guided filter (He, Sun and Tang 2010; fast: He and Sun 2015): a coarse map follows the photo's own edges. */
import { emptyPlane, type Plane } from './plane.ts'

/** map ≈ red · photo.red + green · photo.green + blue · photo.blue + offset, around each pixel. */
export interface Guide {
  red: Plane
  green: Plane
  blue: Plane
  offset: Plane
}

/** `photo`: red, green and blue, 0..1, as large as `map`. `reach`: of the windows, px; `smoothness`: see the paper's ε. */
export function guideOf(photo: readonly [Plane, Plane, Plane], map: Plane, reach: number, smoothness: number): Guide {
  const [r, g, b] = photo
  const blur = (plane: Plane) => boxBlurred(plane, reach)
  const [mr, mg, mb, mm] = [blur(r), blur(g), blur(b), blur(map)]
  const covariance = (a: Plane, c: Plane, ma: Plane, mc: Plane, more = 0) =>
    combined(
      map,
      (i) => at(a, i) * at(c, i),
      reach,
      (i, mean) => mean - at(ma, i) * at(mc, i) + more,
    )
  const rr = covariance(r, r, mr, mr, smoothness)
  const rg = covariance(r, g, mr, mg)
  const rb = covariance(r, b, mr, mb)
  const gg = covariance(g, g, mg, mg, smoothness)
  const gb = covariance(g, b, mg, mb)
  const bb = covariance(b, b, mb, mb, smoothness)
  const [cr, cg, cb] = [covariance(r, map, mr, mm), covariance(g, map, mg, mm), covariance(b, map, mb, mm)]

  const [red, green, blue, offset] = [emptyPlane(map), emptyPlane(map), emptyPlane(map), emptyPlane(map)]
  for (let i = 0; i < map.values.length; i++) {
    // the symmetric 3 × 3 system, by cofactors
    const [a, p, q, d, e, f] = [at(rr, i), at(rg, i), at(rb, i), at(gg, i), at(gb, i), at(bb, i)]
    const [c1, c2, c3] = [d * f - e * e, q * e - p * f, p * e - q * d]
    const determinant = a * c1 + p * c2 + q * c3
    const [x, y, z] = [at(cr, i), at(cg, i), at(cb, i)]
    const ar = (c1 * x + c2 * y + c3 * z) / determinant
    const ag = (c2 * x + (a * f - q * q) * y + (p * q - a * e) * z) / determinant
    const ab = (c3 * x + (p * q - a * e) * y + (a * d - p * p) * z) / determinant
    red.values[i] = ar
    green.values[i] = ag
    blue.values[i] = ab
    offset.values[i] = at(mm, i) - ar * at(mr, i) - ag * at(mg, i) - ab * at(mb, i)
  }
  return { red: blur(red), green: blur(green), blue: blur(blue), offset: blur(offset) }
}

const at = ({ values }: Plane, i: number): number => values[i] ?? 0

/** Blurs a plane that is worked out value by value, then works on the means. */
function combined(size: Plane, make: (i: number) => number, reach: number, then: (i: number, mean: number) => number) {
  const product = emptyPlane(size)
  for (let i = 0; i < product.values.length; i++) product.values[i] = make(i)
  const means = boxBlurred(product, reach)
  for (let i = 0; i < means.values.length; i++) means.values[i] = then(i, at(means, i))
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
