import { expect, it } from 'vitest'
import { GuidedFilter } from './guidedFilter.ts'
import { closedFormMatting, conjugateGradient } from './matting.ts'
import { type Plane, zeroPlane } from './plane.ts'

const SIZE = { width: 60, height: 40 }
const at = (x: number, y: number) => y * SIZE.width + x
const planeOf = (value: (x: number, y: number) => number): Plane => {
  const plane = zeroPlane(SIZE)
  for (let y = 0; y < SIZE.height; y++) for (let x = 0; x < SIZE.width; x++) plane.values[at(x, y)] = value(x, y)
  return plane
}

/** A matte: a dark subject at the left with thin strands to the right, in front of a light gradient. */
const truth = planeOf((x, y) => Number(x < 18 || (x < 38 && y % 8 < 2)))
const behind = (x: number, y: number) => 0.6 + 0.3 * (x / SIZE.width) + 0.05 * (y / SIZE.height)
const channel = (own: number) =>
  planeOf((x, y) => {
    const share = truth.values[at(x, y)] ?? 0
    return share * own + (1 - share) * behind(x, y)
  })
const photo = new GuidedFilter([channel(0.2), channel(0.1), channel(0.15)], 2, 1e-5)
/** The map is certain in the subject's body and the distant background, and uncertain in between. */
const map = planeOf((x) => Math.min(1, Math.max(0, (42 - x) / 28)))
const noYield = async () => {}

const errorOf = ({ values }: Plane) =>
  values.reduce((sum, value, i) => sum + Math.abs(value - (truth.values[i] ?? 0)), 0) / values.length

it('closedFormMatting reduces the error at thin strands with each iteration', async () => {
  const errors: number[] = []
  for (const steps of [0, 3, 12, 30]) errors.push(errorOf(await closedFormMatting(map, photo, steps, noYield)))
  expect(errors[0]).toBeCloseTo(errorOf(map), 5)
  for (const [i, error] of errors.slice(1).entries()) expect(error).toBeLessThan(errors[i]!)
  expect(errors.at(-1)!).toBeLessThan(0.5 * errorOf(photo.filter(map)))
})

it('closedFormMatting barely changes pixels that are certainly subject or certainly background', async () => {
  const { values } = await closedFormMatting(map, photo, 12, noYield)
  for (const y of [5, 20]) {
    expect(values[at(4, y)]).toBeGreaterThan(0.95)
    expect(values[at(56, y)]).toBeLessThan(0.05)
  }
})

it("closedFormMatting doesn't change a constant map", async () => {
  const ones = planeOf(() => 1)
  const even = await closedFormMatting(ones, photo, 12, noYield)
  for (const value of even.values) expect(value).toBeCloseTo(1, 3)
})

it('closedFormMatting returns values in 0..1 and calls its callback in each iteration', async () => {
  let yields = 0
  const { values } = await closedFormMatting(map, photo, 12, async () => void yields++)
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...values)).toBeLessThanOrEqual(1)
  expect(yields).toBe(12)
})

it('closedFormMatting rejects with the error of its callback', async () => {
  const stop = async () => {
    throw new Error('ended')
  }
  await expect(closedFormMatting(map, photo, 12, stop)).rejects.toThrow('ended')
})

/** A symmetric positive definite matrix with eigenvalues of very different magnitudes. */
const A = [
  [4, 1, 0],
  [1, 30, 2],
  [0, 2, 200],
] as const
const multiply = (p: Float32Array) =>
  Float32Array.from(A, (row) => row.reduce<number>((sum, a, i) => sum + a * p[i]!, 0))
const preconditioner = Float64Array.of(4, 30, 200)
const wanted = [1, -2, 3]
const b = multiply(Float32Array.from(wanted))

it('conjugateGradient solves a system of three unknowns in three steps', async () => {
  const [x, r] = [new Float32Array(3), b.slice()]
  await conjugateGradient({ multiply, preconditioner }, x, r, 3, async () => {})
  for (const [i, value] of wanted.entries()) expect(x[i]).toBeCloseTo(value, 4)
  for (const value of r) expect(Math.abs(value)).toBeLessThan(1e-3)
})

it('conjugateGradient returns the initial guess after 0 steps', async () => {
  const x = Float32Array.of(7, 8, 9)
  await conjugateGradient({ multiply, preconditioner }, x, b.slice(), 0, async () => {})
  expect([...x]).toEqual([7, 8, 9])
})

it('conjugateGradient stops early when the residual is zero', async () => {
  let steps = 0
  const x = Float32Array.from(wanted)
  await conjugateGradient({ multiply, preconditioner }, x, new Float32Array(3), 10, async () => void steps++)
  expect([steps, ...x]).toEqual([0, ...wanted])
})
