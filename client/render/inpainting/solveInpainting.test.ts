import { expect, it } from 'vitest'
import { plainPatchKernel } from './fixtures/plainPatchKernel.ts'
import code from './kernel/patchMatch.ts?wasm'
import type { Inpainting } from './levelFeatures.ts'
import { createPatchKernel } from './patchKernel.ts'
import { addSolution, solveInpainting } from './solveInpainting.ts'

const wasm = createPatchKernel(new WebAssembly.Module(code))

/** Returns pixels of these colors, with a disc to fill in the middle. */
function picture(
  width: number,
  height: number,
  color: (x: number, y: number) => readonly [number, number, number],
  radius = Math.min(width, height) / 4,
): Inpainting {
  const pixels = new Uint8Array(3 * width * height)
  const hole = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      hole[at] = Math.hypot(x - width / 2, y - height / 2) < radius ? 1 : 0
      pixels.set(hole[at] ? [255, 0, 255] : color(x, y), 3 * at)
    }
  return { width, height, pixels, hole }
}

/** Returns an aperiodic pattern: a small integer hash. */
const noise = (x: number, y: number) => (Math.imul(x * 374_761 + y * 668_265, 2_246_822_519) >>> 24) & 63
const meadow = (x: number, y: number) => [40 + noise(x, y), 120 + y + noise(y, x), 30] as const
const pixelAt = (rgb: Uint8Array, width: number, x: number, y: number) => [
  ...rgb.slice(3 * (y * width + x)).slice(0, 3),
]

it.each([
  [48, 37],
  [33, 61],
])('the compiled and the TypeScript kernel give the same bytes for %d × %d px', (width, height) => {
  const input = picture(width, height, meadow)
  const [a, b] = [wasm, plainPatchKernel].map((kernel) => solveInpainting(input, { kernel, seed: 3 }))
  expect(a?.source.some((at) => at >= 0)).toBe(true)
  expect(a).toEqual(b)
})

it('another seed gives another fill', () => {
  const input = picture(80, 61, meadow)
  const solve = (seed: number) => solveInpainting(input, { kernel: wasm, seed })?.rgb
  expect(solve(0)).toEqual(solve(0))
  expect(solve(0)).not.toEqual(solve(1))
})

it('solveInpainting fills only the hole, with pixels from outside the hole and the excluded area', () => {
  const input = picture(90, 70, meadow)
  const excluded = new Uint8Array(90 * 70)
  for (let y = 0; y < 70; y++) excluded.fill(1, y * 90, y * 90 + 20)
  const solution = solveInpainting({ ...input, excluded }, { kernel: wasm, seed: 0 })
  for (let at = 0; at < 90 * 70; at++) {
    const from = solution?.source[at] ?? -1
    expect(from >= 0).toBe(input.hole[at] === 1)
    if (from < 0) expect(solution?.rgb.slice(3 * at, 3 * at + 3)).toEqual(input.pixels.slice(3 * at, 3 * at + 3))
    else expect(input.hole[from] === 0 && excluded[from] === 0).toBe(true)
  }
})

it('solveInpainting continues a horizon through the hole', () => {
  const input = picture(120, 90, (x, y) => (y < 45 ? [90, 150, 240] : [60 + noise(x, y) / 4, 110, 40]))
  const { rgb } = solveInpainting(input, { kernel: wasm, seed: 0 }) ?? { rgb: new Uint8Array() }
  for (const x of [50, 60, 70]) {
    expect(pixelAt(rgb, 120, x, 38)).toEqual([90, 150, 240])
    expect(pixelAt(rgb, 120, x, 52)[2]).toBe(40)
  }
})

it('solveInpainting continues the folds of a curtain through the hole', () => {
  const fold = (x: number) => 110 + Math.round(35 * Math.sin(x / 9))
  const input = picture(240, 180, (x) => [fold(x), fold(x) / 3, 50], 56)
  const { rgb } = solveInpainting(input, { kernel: wasm, seed: 0 }) ?? { rgb: new Uint8Array() }
  const errors = [...input.hole.keys()].filter((at) => input.hole[at]).map((at) => (rgb[3 * at] ?? 0) - fold(at % 240))
  expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(2)
})

it("solveInpainting fills a hole at the image's edge", () => {
  const input = picture(64, 64, meadow)
  for (let y = 30; y < 64; y++) input.hole.fill(1, y * 64 + 20, y * 64 + 44)
  const solution = solveInpainting(input, { kernel: wasm, seed: 0 })
  expect(solution?.source[63 * 64 + 30]).toBeGreaterThanOrEqual(0)
})

it('solveInpainting fills a thin hole at a single pyramid level', () => {
  const input = picture(64, 64, () => [10, 200, 30], 0)
  for (let y = 0; y < 64; y++) input.hole.fill(1, y * 64 + 30, y * 64 + 33)
  for (let i = 0; i < 64 * 64; i++) if (input.hole[i]) input.pixels.set([255, 0, 255], 3 * i)
  const { rgb } = solveInpainting(input, { kernel: wasm, seed: 0 }) ?? { rgb: [] }
  expect(new Set(rgb)).toEqual(new Set([10, 200, 30]))
})

it('solveInpainting returns null if there is no hole or source, or for a tiny image', () => {
  const solve = (input: Inpainting) => solveInpainting(input, { kernel: wasm, seed: 0 })
  const whole = picture(40, 40, meadow, 0)
  expect(solve(whole)).toBeNull()
  expect(solve({ ...whole, hole: new Uint8Array(1600).fill(1) })).toBeNull()
  expect(solve({ ...picture(5, 5, meadow), hole: new Uint8Array(25).fill(1, 0, 3) })).toBeNull()
})

it('the reported progress of the inpainting never decreases', () => {
  const shares: number[] = []
  solveInpainting(picture(80, 61, meadow), { kernel: wasm, seed: 0, onProgress: (share) => shares.push(share) })
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBeLessThanOrEqual(1)
})

it('addSolution adds the pixels of another hole', () => {
  const solutionOf = (source: number[], value: number) => ({
    ...{ width: 2, height: 1, source: Int32Array.from(source) },
    offsets: new Float32Array(6).fill(value),
    rgb: new Uint8Array(6).fill(value),
  })
  const solution = solutionOf([1, -1], 7)
  addSolution(solution, solutionOf([-1, 0], 9))
  expect(solution.source).toEqual(Int32Array.of(1, 0))
  expect([...solution.rgb]).toEqual([7, 7, 7, 9, 9, 9])
  expect(solution.offsets).toEqual(Float32Array.of(7, 7, 7, 9, 9, 9))
})
