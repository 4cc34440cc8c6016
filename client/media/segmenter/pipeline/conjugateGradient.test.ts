import { expect, it } from 'vitest'
import { conjugateGradient } from './conjugateGradient.ts'

/** A symmetric positive definite matrix with eigenvalues of very different size. */
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

it('solves a system of three unknowns in three steps', async () => {
  const [x, r] = [new Float32Array(3), b.slice()]
  await conjugateGradient({ multiply, preconditioner }, x, r, 3, async () => {})
  for (const [i, value] of wanted.entries()) expect(x[i]).toBeCloseTo(value, 4)
  for (const value of r) expect(Math.abs(value)).toBeLessThan(1e-3)
})

it('leaves the first guess as it is with no steps', async () => {
  const x = Float32Array.of(7, 8, 9)
  await conjugateGradient({ multiply, preconditioner }, x, b.slice(), 0, async () => {})
  expect([...x]).toEqual([7, 8, 9])
})

it('stops before the last step when the residual is zero', async () => {
  let steps = 0
  const x = Float32Array.from(wanted)
  await conjugateGradient({ multiply, preconditioner }, x, new Float32Array(3), 10, async () => void steps++)
  expect([steps, ...x]).toEqual([0, ...wanted])
})

it('ends with the error of its callback', async () => {
  const stop = async () => {
    throw new Error('ended')
  }
  const x = new Float32Array(3)
  await expect(conjugateGradient({ multiply, preconditioner }, x, b.slice(), 3, stop)).rejects.toThrow('ended')
})
