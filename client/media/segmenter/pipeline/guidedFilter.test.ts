import { expect, it } from 'vitest'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { boxFilter, GuidedFilter } from './guidedFilter.ts'
import { type Plane, zeroPlane } from './plane.ts'

const SIZE = { width: 11, height: 9 }
const random = randomFrom(3)
const noise = (): Plane => ({ ...SIZE, values: Float32Array.from({ length: 99 }, random) })

/** Returns the values in the window of 2 · radius + 1 px around a pixel. Coordinates are clamped to the image. */
function windowOf({ values }: Plane, at: number, radius: number): number[] {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
  const clamped = (i: number, length: number) => Math.min(length - 1, Math.max(0, i))
  const around: number[] = []
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      around.push(values[clamped(y + dy, SIZE.height) * SIZE.width + clamped(x + dx, SIZE.width)]!)
  return around
}
const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length

it('boxFilter returns the mean of the square around each pixel', () => {
  const plane = noise()
  const blurred = boxFilter(plane, 2)
  for (let at = 0; at < 99; at++) expect(blurred.values[at]).toBeCloseTo(mean(windowOf(plane, at, 2)), 5)
})

/** Fits the map in one window to the three colors, by ridge regression with Gaussian elimination. */
function plainFit(colors: Plane[], map: Plane, at: number, radius: number, epsilon: number): number[] {
  const windows = colors.map((color) => windowOf(color, at, radius))
  const wanted = windowOf(map, at, radius)
  const [means, middle] = [windows.map(mean), mean(wanted)]
  const rows = windows.map((a, i) => [
    ...windows.map((b, j) => mean(a.map((v, k) => v * b[k]!)) - means[i]! * means[j]! + (i === j ? epsilon : 0)),
    mean(a.map((v, k) => v * wanted[k]!)) - means[i]! * middle,
  ])
  for (let i = 0; i < 3; i++) {
    for (let j = i + 1; j < 3; j++) {
      const times = rows[j]![i]! / rows[i]![i]!
      for (let k = i; k < 4; k++) rows[j]![k]! -= times * rows[i]![k]!
    }
  }
  const slopes = [0, 0, 0]
  for (let i = 2; i >= 0; i--) {
    let rest = rows[i]![3]!
    for (let j = i + 1; j < 3; j++) rest -= rows[i]![j]! * slopes[j]!
    slopes[i] = rest / rows[i]![i]!
  }
  return [...slopes, middle - slopes.reduce((sum, slope, i) => sum + slope * means[i]!, 0)]
}

it('the guided filter equals the average of ridge regressions over local squares', () => {
  const [colors, map] = [[noise(), noise(), noise()] as const, noise()]
  const guide = new GuidedFilter(colors, 1, 1e-2).coefficients(map)
  const fits = Array.from({ length: 99 }, (_, at) => plainFit([...colors], map, at, 1, 1e-2))
  for (const [k, plane] of [guide.red, guide.green, guide.blue, guide.offset].entries()) {
    const own = { ...SIZE, values: Float32Array.from(fits, (fit) => fit[k]!) }
    for (let at = 0; at < 99; at++) expect(plane.values[at]).toBeCloseTo(mean(windowOf(own, at, 1)), 3)
  }
})

it("the guided filter doesn't change a map that is a linear function of the colors", () => {
  const colors = [noise(), noise(), noise()] as const
  const map = zeroPlane(SIZE)
  for (let i = 0; i < 99; i++)
    map.values[i] = 0.5 * colors[0].values[i]! - 0.2 * colors[1].values[i]! + 0.1 * colors[2].values[i]! + 0.3
  const { red, green, blue, offset } = new GuidedFilter(colors, 2, 1e-9).coefficients(map)
  const wanted = [0.5, -0.2, 0.1, 0.3]
  for (const [k, plane] of [red, green, blue, offset].entries())
    for (const value of plane.values) expect(value).toBeCloseTo(wanted[k]!, 3)
  expect(new GuidedFilter(colors, 2, 1e-9).filter(map).values[40]).toBeCloseTo(map.values[40]!, 3)
})
