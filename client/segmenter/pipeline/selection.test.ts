import { expect, it } from 'vitest'
import type { Belief } from './matteRows.ts'
import type { Plane } from './plane.ts'
import { type Drawing, drawingsFor, leastChanging } from './selection.ts'

const GRID = { width: 40, height: 1 }
/** Logits that are sure of the places from `left` to before `right`. */
const sure = (left: number, right: number): Plane => ({
  ...GRID,
  values: Float32Array.from({ length: GRID.width }, (_, x) => (x >= left && x < right ? 9 : -9)),
})
const drawing = (left: number, right: number, quality: number): Drawing => ({ ...sure(left, right), quality })
const chosen = (left: number, right: number): Belief => ({ base: null, logits: sure(left, right), touches: [] })
const [part, whole, other] = [drawing(4, 6, 0.8), drawing(0, 8, 0.85), drawing(6, 8, 0.8)]
const meant = (drawings: Drawing[], before: Belief, adds: boolean) =>
  leastChanging(drawings, before, GRID, (logits) => ({ adds, logits }))

it('lets the network’s own estimate decide what a single point means, and the first drawing be for the rest', () => {
  const masks = new Float32Array(4 * 256 * 256)
  const answered = (points: number) =>
    drawingsFor({ masks, quality: Float32Array.of(0.4, 0.7, 1.2, 0.9) }, points, GRID).map(({ quality }) =>
      Number(quality.toFixed(1)),
    )
  expect(answered(1)).toEqual([1, 0.9, 0.7])
  expect(answered(3)).toEqual([0.4, 1, 0.9, 0.7])
})

it('takes a later click for a correction: what changes least of what is chosen', () => {
  expect(meant([whole, part], chosen(0, 5), true)).toBe(part)
  expect(meant([whole, part], chosen(0, 6), false)).toBe(part)
})

it('lets the estimate decide between equal changes, and against drawings that are hardly believed', () => {
  expect(meant([drawing(4, 6, 0.9), part], chosen(0, 5), true)).toMatchObject({ quality: 0.9 })
  expect(meant([drawing(2, 8, 0.9), drawing(4, 6, 0.1)], chosen(0, 5), true)).toMatchObject({ quality: 0.9 })
})

it('takes all of another thing that is added', () => {
  const large = drawing(4, 8, 0.9)
  expect(meant([large, other], chosen(0, 4), true)).toBe(large)
  expect(meant([large, other], chosen(0, 8), false)).toBe(other)
  const beside = drawing(3, 6, 0.85)
  expect(meant([drawing(2, 40, 0.9), beside], chosen(0, 4), false)).toBe(beside)
})

it('knows nothing where nothing was drawn', () => {
  expect(meant([], chosen(0, 4), true)).toBeUndefined()
})

it('never takes the whole photo for the thing at a place, unless there is nothing else', () => {
  const answered = (sizes: number[]) => {
    const masks = new Float32Array(4 * 256 * 256).fill(-9)
    for (const [i, size] of sizes.entries()) masks.fill(9, i * 65_536, i * 65_536 + size)
    return drawingsFor({ masks, quality: Float32Array.of(0.9, 1, 0.8, 0.7) }, 1, GRID).map(({ quality }) =>
      Number(quality.toFixed(1)),
    )
  }
  expect(answered([4, 40, 20, 8])).toEqual([0.8, 0.7])
  expect(answered([40, 40, 39, 40])).toEqual([1, 0.8, 0.7])
})
