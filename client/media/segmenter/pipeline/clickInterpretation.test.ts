import { expect, it } from 'vitest'
import { type Click, interpretAsPart, interpretClick } from './clickInterpretation.ts'
import type { ScoredMask } from './maskCandidates.ts'
import { type MaskEstimate, probabilityMap } from './maskEstimate.ts'
import type { Plane } from './plane.ts'

const GRID = { width: 40, height: 30 }
type Box = readonly [left: number, top: number, right: number, bottom: number]

const logitsOf = ([left, top, right, bottom]: Box): Plane => ({
  ...GRID,
  values: Float32Array.from({ length: GRID.width * GRID.height }, (_, at) => {
    const [x, y] = [at % GRID.width, Math.floor(at / GRID.width)]
    return x >= left && x < right && y >= top && y < bottom ? 9 : -9
  }),
})
const scoredMask = (box: Box, predictedIou: number): ScoredMask => ({ ...logitsOf(box), predictedIou })
const chosen = (box: Box): MaskEstimate => ({ prior: null, logits: logitsOf(box), edits: [] })
const NOTHING: MaskEstimate = { prior: null, logits: null, edits: [] }
const at = (x: number, y: number, adds: boolean): Click => ({ point: { x: x + 0.5, y: y + 0.5 }, adds })
const isIn = ({ values }: Plane, x: number, y: number) => (values[y * GRID.width + x] ?? 0) > 0

/** Returns the mask that `interpretClick` selects for the click. */
const meant = (
  masks: readonly [ScoredMask, ...ScoredMask[]],
  click: Click,
  before: MaskEstimate,
  earlier: Click[] = [],
) => interpretClick(masks, click, earlier, before, GRID)
const after = (before: MaskEstimate, { adds }: Click, logits: Plane): MaskEstimate => ({
  ...before,
  edits: [...before.edits, { adds, logits }],
})

it('a click in the middle of a part selects the part, even if SAM rates a larger object higher', () => {
  const [whole, part] = [scoredMask([0, 0, 40, 30], 0.95), scoredMask([28, 2, 38, 12], 0.8)]
  expect(meant([whole, part], at(33, 6, true), chosen([0, 20, 10, 30])).predictedIou).toBe(0.8)
})

it('the first click on a jacket selects the whole person if SAM rates both masks similarly', () => {
  const [jacket, person] = [scoredMask([14, 10, 26, 18], 0.97), scoredMask([14, 4, 26, 28], 0.9)]
  for (const click of [at(20, 14, true), at(15, 11, true), at(25, 17, true)])
    expect(meant([jacket, person], click, NOTHING).predictedIou).toBe(0.9)
})

it('the first click on a stripe of a bus selects the bus, even if SAM rates the stripe much higher', () => {
  const [stripe, bus] = [scoredMask([10, 18, 30, 21], 0.98), scoredMask([10, 4, 30, 28], 0.6)]
  expect(meant([stripe, bus], at(20, 19, true), NOTHING).predictedIou).toBe(0.6)
})

it('the first click selects a part if SAM rates the whole object much lower', () => {
  const [part, whole] = [scoredMask([14, 10, 26, 18], 0.95), scoredMask([14, 4, 26, 28], 0.6)]
  expect(meant([part, whole], at(20, 14, true), NOTHING).predictedIou).toBe(0.95)
})

it("the first click on an object doesn't select the wall behind the object", () => {
  const [object, wall] = [scoredMask([26, 4, 32, 24], 0.92), scoredMask([25, 0, 40, 26], 0.96)]
  expect(meant([wall, object], at(29, 14, true), NOTHING).predictedIou).toBe(0.92)
})

it('the first click selects a mask with clear edges even if SAM rates an unclear mask higher', () => {
  const [large, object] = [scoredMask([0, 0, 40, 30], 0.95), scoredMask([8, 6, 32, 24], 0.6)]
  const unclear = { ...large, values: large.values.map((_, at) => (at % 3 === 0 ? 2 : 0.5)) }
  const click = at(20, 15, true)
  expect(meant([unclear, object], click, NOTHING).predictedIou).toBe(0.6)
  expect(meant([large, object], click, NOTHING).predictedIou).toBe(0.95)
})

it("the first click doesn't select a mask that has unclear edges and reaches a corner of the photo", () => {
  const soft = (box: Box, share: number): ScoredMask => {
    const mask = scoredMask(box, 0.8)
    return { ...mask, values: mask.values.map((value, at) => (value > 0 && at % 10 >= share ? 0.5 : value)) }
  }
  const part = soft([10, 10, 30, 20], 6)
  const areaOfInput = (large: Box) => {
    const { values } = meant([soft(large, 7), part], at(20, 15, true), NOTHING)
    return values.filter((value) => value > 0).length
  }
  expect(areaOfInput([5, 5, 35, 25])).toBe(600)
  expect(areaOfInput([0, 0, 40, 30])).toBe(200)
})

it('the first click selects the whole object, even if a part is centered on the click', () => {
  const [part, object] = [scoredMask([17, 4, 24, 11], 0.62), scoredMask([8, 4, 34, 26], 0.95)]
  expect(meant([part, object], at(20, 7, true), NOTHING).predictedIou).toBe(0.95)
})

it('a click in the middle of two masks selects the mask that SAM rates higher', () => {
  const [small, large] = [scoredMask([12, 8, 18, 14], 0.7), scoredMask([10, 6, 20, 16], 0.9)]
  expect(meant([small, large], at(14, 10, true), chosen([0, 20, 10, 30])).predictedIou).toBe(0.9)
})

it('a removing click removes only a part of the selection', () => {
  const [all, part] = [scoredMask([4, 4, 24, 24], 0.95), scoredMask([6, 6, 20, 20], 0.8)]
  expect(meant([all, part], at(13, 13, false), chosen([4, 4, 24, 24])).predictedIou).toBe(0.8)
  const about = meant([all], at(8, 8, false), chosen([4, 4, 24, 24]))
  expect([isIn(about, 8, 8), isIn(about, 14, 8), isIn(about, 22, 22)]).toEqual([true, true, false])
})

it('a removing click removes the whole area that an earlier click added', () => {
  const object: Box = [2, 12, 38, 18]
  const added = after(NOTHING, at(20, 15, true), logitsOf(object))
  const back = meant([scoredMask(object, 0.95)], at(20, 15, false), added)
  expect([isIn(back, 3, 13), isIn(back, 36, 16), isIn(back, 20, 4)]).toEqual([true, true, false])
})

it('after the first selection, a click near the edge of a mask selects only a disc', () => {
  const click = at(1, 1, true)
  const far = meant([scoredMask([0, 0, 40, 30], 0.9)], click, chosen([34, 24, 40, 30]))
  expect([isIn(far, 1, 1), isIn(far, 4, 1), isIn(far, 8, 1), isIn(far, 33, 29)]).toEqual([true, true, false, false])
  const first = meant([scoredMask([0, 0, 40, 30], 0.9)], click, NOTHING)
  expect(isIn(first, 39, 29)).toBe(true)
})

it('a click outside all masks selects the clicked pixel', () => {
  const click = at(30, 20, true)
  const added = meant([scoredMask([2, 2, 12, 12], 0.9)], click, chosen([4, 4, 8, 8]))
  expect([isIn(added, 30, 20), isIn(added, 34, 20)]).toEqual([true, false])
})

it('a click inside the selection extends the selection to SAM’s best mask', () => {
  const more = meant([scoredMask([2, 2, 20, 20], 0.9)], at(10, 10, true), chosen([6, 6, 14, 14]))
  expect(isIn(more, 3, 3)).toBe(true)
})

it("a click doesn't change pixels that an earlier click with the opposite effect has set", () => {
  const before = chosen([0, 0, 4, 4])
  const earlier = [at(30, 10, false)]
  const click = at(20, 10, true)
  const [wide, narrow] = [scoredMask([10, 2, 36, 18], 0.9), scoredMask([14, 4, 26, 16], 0.5)]
  expect(meant([wide, narrow], click, before, earlier).predictedIou).toBe(0.5)
  const kept = meant([wide], click, before, earlier)
  expect([isIn(kept, 30, 10), isIn(kept, 34, 10), isIn(kept, 20, 10)]).toEqual([false, true, true])
})

it('a click at the position of an earlier click with the opposite effect replaces the earlier click', () => {
  const click = at(10, 10, false)
  const taken = meant([scoredMask([6, 6, 16, 16], 0.9)], click, chosen([0, 0, 20, 20]), [at(11, 10, true)])
  expect([isIn(taken, 10, 10), isIn(taken, 11, 10)]).toEqual([true, true])
})

it('every clicked pixel is added or removed as clicked, regardless of the masks that SAM returns', () => {
  const places = Array.from({ length: 24 }, (_, i) => at(3 + 7 * (i % 6), 3 + 7 * Math.floor(i / 6), (i * 7) % 3 > 0))
  const clicks = places.map((_, i) => places[(i * 11) % places.length]!)
  let now = chosen([8, 8, 30, 20])
  for (const [i, click] of clicks.entries()) {
    const size = (k: number) => 3 + ((i * 13 + k * 5) % 17)
    const around = (k: number): ScoredMask => {
      const [left, top] = [click.point.x - size(k), click.point.y - size(k + 1)]
      return scoredMask([left, top, click.point.x + size(k + 2) - 6, click.point.y + size(k + 3) - 6], 0.5 + k / 10)
    }
    now = after(now, click, meant([around(0), around(1), around(2)], click, now, clicks.slice(0, i)))
    const { values } = probabilityMap(now, GRID)
    for (const { point: place, adds } of clicks.slice(0, i + 1))
      expect(values[Math.floor(place.y) * GRID.width + Math.floor(place.x)]! > 0.5).toBe(adds)
  }
})

it('if SAM returns only a jacket, the first click selects the whole person from the person map', () => {
  const jacket = scoredMask([14, 10, 26, 18], 0.97)
  const personMap = { ...GRID, values: logitsOf([14, 4, 26, 28]).values.map((value) => Number(value > 0)) }
  const [first, later] = [NOTHING, chosen([0, 20, 4, 30])].map((before) =>
    interpretClick([jacket], at(20, 14, true), [], before, GRID, personMap),
  )
  expect([isIn(first!, 20, 26), isIn(later!, 20, 26)]).toEqual([true, false])
})

it('a click on a shirt in a group of people selects its wearer, and interpretAsPart selects the shirt', () => {
  const [shirt, person] = [scoredMask([14, 10, 26, 18], 0.97), scoredMask([14, 4, 26, 28], 0.8)]
  const map = { ...GRID, values: logitsOf([4, 4, 26, 28]).values.map((value) => (value > 0 ? 0.8 : 0)) }
  const masks = [shirt, { ...person, values: person.values.map((value) => value / 8) }] as const
  const whole = interpretClick(masks, at(20, 14, true), [], NOTHING, GRID, map)
  expect([isIn(whole, 20, 6), isIn(whole, 20, 14), isIn(whole, 8, 14)]).toEqual([true, true, false])
  const part = interpretAsPart(masks, whole, { x: 20.5, y: 14.5 }, GRID)
  expect([isIn(part, 20, 6), isIn(part, 20, 14)]).toEqual([false, true])
  expect(interpretAsPart([person], whole, { x: 20.5, y: 14.5 }, GRID), 'SAM returned no part').toBe(whole)
})
