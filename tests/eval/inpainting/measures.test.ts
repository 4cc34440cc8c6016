import { expect, it } from 'vitest'
import { fillErrors, type Picture } from './measures.ts'
import { simulatedHole, subjectMask } from './simulatedHole.ts'

const SIDE = 60
const picture = (value: (x: number, y: number) => number): Picture => ({
  width: SIDE,
  height: SIDE,
  rgb: Uint8Array.from({ length: 3 * SIDE * SIDE }, (_, i) => {
    const at = Math.floor(i / 3)
    return value(at % SIDE, Math.floor(at / SIDE))
  }),
})
const everywhere = new Uint8Array(SIDE * SIDE).fill(1)

it('a fill equal to the true pixels has no error', () => {
  const truth = picture((x, y) => (x * y) % 256)
  expect(fillErrors(truth, truth, everywhere)).toEqual({ lowFrequency: 0, texture: 0, gradients: 0 })
})

it('a brightness offset raises only the low-frequency error', () => {
  const errors = fillErrors(
    picture(() => 110),
    picture(() => 100),
    everywhere,
  )
  expect(errors.lowFrequency).toBeCloseTo(10, 6)
  expect(errors).toMatchObject({ texture: 0, gradients: 0 })
})

it("a fill without the photo's texture raises the gradient error", () => {
  const stripes = picture((x) => (x % 4 < 2 ? 90 : 110)) // the Sobel response is 4 × 20 per pixel
  const errors = fillErrors(
    picture(() => 100),
    stripes,
    // the border has no gradient, because pixels are reflected there
    everywhere.map((_, at) => (at % SIDE > 0 && at % SIDE < SIDE - 1 ? 1 : 0)),
  )
  expect(errors.gradients).toBeCloseTo(80, 6)
  expect(errors.texture).toBeCloseTo(Math.log(81), 6)
  expect(errors.lowFrequency).toBeLessThan(1)
})

it("simulatedHole places a hole with the subject's outline next to the subject", () => {
  const truth = new Uint8Array(SIDE * SIDE)
  for (let y = 30; y < 50; y++) truth.fill(255, y * SIDE + 40, y * SIDE + 55)
  const subject = subjectMask(truth, SIDE, SIDE)
  const hole = simulatedHole(subject)
  expect(hole?.values.reduce((sum, value) => sum + value, 0)).toBe(21 * 26)
  expect(hole?.values[0]).toBe(1)
  expect(hole?.values.some((value, i) => value && subject.values[i])).toBe(false)
})

it('simulatedHole returns null if there is no room for a hole', () => {
  expect(simulatedHole(subjectMask(new Uint8Array(SIDE * SIDE).fill(255), SIDE, SIDE))).toBeNull()
  expect(simulatedHole(subjectMask(new Uint8Array(SIDE * SIDE), SIDE, SIDE))).toBeNull()
})
