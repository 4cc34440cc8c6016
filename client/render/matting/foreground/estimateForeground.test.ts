import { expect, it } from 'vitest'
import { downsampleLevel, estimateForeground, type PyramidLevel, pyramidLevelOf } from './estimateForeground.ts'

/** Returns a soft edge between two slowly changing colors: the true foreground (`front`) and the photo (`mixed`). */
function scene(width: number, height: number): { front: Float32Array; mixed: PyramidLevel } {
  const front = new Float32Array(width * height * 3)
  const colors = new Float32Array(width * height * 3)
  const alpha = new Float32Array(width * height)
  for (let at = 0; at < alpha.length; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    const strand = 0.15 * Math.sin(40 * y)
    const a = Math.min(1, Math.max(0, 5 * (0.5 + strand - x) + 0.5))
    alpha[at] = a
    const subject = [0.8 - 0.2 * y, 0.3 + 0.1 * x, 0.1]
    const background = [0.1, 0.5 + 0.3 * y, 0.9 - 0.2 * x]
    for (let c = 0; c < 3; c++) {
      front[3 * at + c] = subject[c]!
      colors[3 * at + c] = a * subject[c]! + (1 - a) * background[c]!
    }
  }
  return { front, mixed: pyramidLevelOf({ width, height, colors, alpha }) }
}

/** Simulates glass: two varying colors that are mixed everywhere, so neither is visible alone. */
function haze(width: number, height: number): { front: Float32Array; mixed: PyramidLevel } {
  const alpha = Float32Array.from({ length: width * height }, (_, at) => 0.5 + 0.35 * Math.sin(at * at))
  const colors = Float32Array.from({ length: 3 * alpha.length }, (_, i) => 0.2 + 0.6 * (alpha[Math.floor(i / 3)] ?? 0))
  return { front: colors.map(() => 0.8), mixed: pyramidLevelOf({ width, height, colors, alpha }) }
}

/** Returns the mean error of partly covered pixels in 8-bit levels, weighted by visibility. */
function colorError(found: Float32Array, truth: Float32Array, { alpha }: PyramidLevel): number {
  let [sum, count] = [0, 0]
  alpha.forEach((a, at) => {
    if (a < 0.05 || a > 0.95) return
    count++
    for (let c = 0; c < 3; c++) sum += (a * Math.abs(found[3 * at + c]! - truth[3 * at + c]!) * 255) / 3
  })
  return sum / count
}

it('estimateForeground separates the foreground color from the background color at a soft edge', () => {
  const { front, mixed } = scene(160, 120)
  expect(colorError(mixed.colors, front, mixed)).toBeGreaterThan(15)
  expect(colorError(estimateForeground(mixed).foreground, front, mixed)).toBeLessThan(0.3)
})

it('estimateForeground separates two mixed colors even if no pixel shows either color alone', () => {
  const { front, mixed } = haze(60, 40)
  expect(colorError(mixed.colors, front, mixed)).toBeGreaterThan(25)
  expect(colorError(estimateForeground(mixed).foreground, front, mixed)).toBeLessThan(1)
})

it('estimateForeground changes pure foreground and background pixels by at most 2/255', () => {
  const { mixed } = scene(64, 48)
  const { foreground: front, background: behind } = estimateForeground(mixed)
  mixed.alpha.forEach((a, at) => {
    const own = [...mixed.colors.subarray(3 * at, 3 * at + 3)]
    if (a === 1) expect(farthest(front.subarray(3 * at, 3 * at + 3), own)).toBeLessThan(0.006)
    if (a === 0) expect(farthest(behind.subarray(3 * at, 3 * at + 3), own)).toBeLessThan(0.006)
  })
})

it.each([
  [1, 1],
  [1, 7],
  [5, 1],
])('the estimate for a photo of %i × %i px has only finite colors', (width, height) => {
  const { foreground: front, background: behind } = estimateForeground(scene(width, height).mixed)
  expect(front).toHaveLength(width * height * 3)
  expect([...front, ...behind].every((value) => value >= 0 && value <= 1)).toBe(true)
})

it('downsampleLevel averages only existing pixels if a side has an odd length', () => {
  const alpha = Float32Array.of(0, 1, 1, 0, 1, 0)
  const {
    width,
    height,
    alpha: mean,
  } = downsampleLevel(pyramidLevelOf({ width: 3, height: 2, colors: new Float32Array(18), alpha }))
  expect([width, height, ...mean]).toEqual([2, 1, 0.5, 0.5])
})

const farthest = (found: Float32Array, wanted: readonly number[]) =>
  Math.max(...wanted.map((value, i) => Math.abs(value - found[i]!)))
