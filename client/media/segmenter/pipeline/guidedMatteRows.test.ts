import { expect, it } from 'vitest'
import { GuidedFilter } from './guidedFilter.ts'
import { GuidedMatteRows } from './guidedMatteRows.ts'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import { matteCoefficients } from './matting.ts'
import { rgbPlanes } from './networkInputs.ts'
import { type Plane, zeroPlane } from './plane.ts'

const SIZE = { width: 64, height: 50 }
/** A photo with a red left part and a blue right part. The border is at x = 37. */
const rgba = Uint8ClampedArray.from({ length: 64 * 50 * 4 }, (_, i) => {
  const isRed = Math.floor(i / 4) % 64 < 37
  return i % 4 === 3 ? 255 : i % 4 === 0 ? (isRed ? 220 : 20) : i % 4 === 2 ? (isRed ? 30 : 200) : 60
})
const colors = rgbPlanes({ ...SIZE, data: rgba } as ImageData)

/** A low-resolution map with a ramp from 1 at the left to 0 at the right. */
const soft: Plane = zeroPlane({ width: 16, height: 12 })
for (let i = 0; i < soft.values.length; i++) soft.values[i] = Math.min(1, Math.max(0, (11 - (i % 16)) / 4))
const belief: MaskEstimate = { prior: soft, logits: null, edits: [] }

const rows = async (own: MaskEstimate) =>
  new GuidedMatteRows(SIZE, own, await matteCoefficients(colors, SIZE, own, async () => {}), 1.3)
const whole = async (own: MaskEstimate) => (await rows(own)).next(rgba)

it('guidedMatteRows moves a soft edge of the mask to the edge in the photo', async () => {
  const coverage = await whole(belief)
  const row = coverage.subarray(25 * 64, 26 * 64)
  expect(row[30]).toBeGreaterThan(225)
  expect(row[44]).toBeLessThan(30)
  expect(row[36]! - row[37]!).toBeGreaterThan(60)
})

it("guidedMatteRows doesn't change pixels that are certainly subject", async () => {
  const sure = zeroPlane({ width: 16, height: 12 })
  sure.values.fill(1)
  expect((await whole({ ...belief, prior: sure })).every((byte) => byte === 255)).toBe(true)
})

it('a photo with transparent pixels gets the same matte as the photo over white', async () => {
  const isClear = (i: number) => Math.floor(i / 4) % 64 >= 37
  const clear = rgba.map((byte, i) => (isClear(i) ? 0 : byte))
  const flat = rgba.map((byte, i) => (isClear(i) ? 255 : byte))
  const matteFrom = async (data: Uint8ClampedArray) => {
    const planes = rgbPlanes({ ...SIZE, data } as ImageData)
    const coefficients = await matteCoefficients(planes, SIZE, belief, async () => {})
    return new GuidedMatteRows(SIZE, belief, coefficients, 1.3).next(data)
  }
  expect(await matteFrom(clear)).toEqual(await matteFrom(flat))
})

it.each([1, 7, 49])(
  'guidedMatteRows returns the same bytes in strips of %i rows as for the whole photo',
  async (count) => {
    const parts = await rows(belief)
    const joined = new Uint8Array(64 * 50)
    for (let top = 0; top < 50; top += count)
      joined.set(parts.next(rgba.subarray(top * 64 * 4, Math.min(50, top + count) * 64 * 4)), top * 64)
    expect(joined).toEqual(await whole(belief))
  },
)

it('probabilityMap applies added and removed masks in their order', () => {
  const area = (value: number, from: number, to: number): Plane => {
    const plane = zeroPlane({ width: 16, height: 12 })
    for (let i = 0; i < 192; i++) plane.values[i] = i % 16 >= from && i % 16 < to ? value : -value
    return plane
  }
  const at = (touches: MaskEstimate['edits'], x: number) =>
    probabilityMap({ prior: null, logits: null, edits: touches }, { width: 16, height: 12 }).values[5 * 16 + x]!
  const left = { adds: true, logits: area(9, 0, 8) }
  const hole = { adds: false, logits: area(9, 2, 5) }
  expect(at([], 1)).toBeLessThan(1e-6)
  expect(at([left], 3)).toBeGreaterThan(0.999)
  expect(at([left, hole], 3)).toBeLessThan(0.001)
  expect(at([left, hole], 6)).toBeGreaterThan(0.999)
  expect(at([hole, left], 3)).toBeGreaterThan(0.999)
})

it('probabilityMap adds half of the logits to the prior', () => {
  const plane = (value: number): Plane => ({ width: 1, height: 1, values: Float32Array.of(value) })
  const both = probabilityMap({ prior: plane(0.5), logits: plane(4), edits: [] }, { width: 1, height: 1 })
  expect(both.values[0]).toBeCloseTo(1 / (1 + Math.exp(-2)), 4)
  const alone = probabilityMap({ prior: null, logits: plane(4), edits: [] }, { width: 1, height: 1 })
  expect(alone.values[0]).toBeCloseTo(1 / (1 + Math.exp(-4)), 4)
})

it('guidedMatteRows returns a matte for a photo of one pixel', () => {
  const one = rgbPlanes({ width: 1, height: 1, data: Uint8ClampedArray.of(9, 9, 9, 255) } as ImageData)
  const guide = new GuidedFilter(one, 4, 1e-4).coefficients(probabilityMap(belief, { width: 1, height: 1 }))
  const coverage = new GuidedMatteRows({ width: 1, height: 1 }, belief, guide, 1.3).next(
    Uint8ClampedArray.of(9, 9, 9, 255),
  )
  expect(coverage).toHaveLength(1)
})
