import { expect, it } from 'vitest'
import { type Click, correction } from './clickInterpretation.ts'
import { type Belief, believed } from './matteRows.ts'
import type { Plane } from './plane.ts'
import type { Drawing } from './rankMasks.ts'

const GRID = { width: 40, height: 30 }
type Box = readonly [left: number, top: number, right: number, bottom: number]

const sure = ([left, top, right, bottom]: Box): Plane => ({
  ...GRID,
  values: Float32Array.from({ length: GRID.width * GRID.height }, (_, at) => {
    const [x, y] = [at % GRID.width, Math.floor(at / GRID.width)]
    return x >= left && x < right && y >= top && y < bottom ? 9 : -9
  }),
})
const drawing = (box: Box, quality: number): Drawing => ({ ...sure(box), quality })
const chosen = (box: Box): Belief => ({ base: null, logits: sure(box), touches: [] })
const NOTHING: Belief = { base: null, logits: null, touches: [] }
const at = (x: number, y: number, adds: boolean): Click => ({ place: { x: x + 0.5, y: y + 0.5 }, adds })
const isIn = ({ values }: Plane, x: number, y: number) => (values[y * GRID.width + x] ?? 0) > 0

/** What a click takes or adds, of what was drawn. */
const meant = (drawings: readonly [Drawing, ...Drawing[]], click: Click, before: Belief, earlier: Click[] = []) =>
  correction(drawings, click, earlier, before, GRID)
const after = (before: Belief, { adds }: Click, logits: Plane): Belief => ({
  ...before,
  touches: [...before.touches, { adds, logits }],
})

it('means the part that the click lies in the middle of rather than a surer whole that it lies at the edge of', () => {
  const [whole, part] = [drawing([0, 0, 40, 30], 0.95), drawing([28, 2, 38, 12], 0.8)]
  for (const before of [chosen([0, 20, 10, 30]), NOTHING])
    expect(meant([whole, part], at(33, 6, true), before).quality).toBe(0.8)
})

it('lets the network’s own estimate decide between answers with one middle', () => {
  const [small, large] = [drawing([12, 8, 18, 14], 0.7), drawing([10, 6, 20, 16], 0.9)]
  expect(meant([small, large], at(14, 10, true), chosen([0, 20, 10, 30])).quality).toBe(0.9)
})

it('takes away a part of what is chosen rather than all of it', () => {
  const [all, part] = [drawing([4, 4, 24, 24], 0.95), drawing([6, 6, 20, 20], 0.8)]
  expect(meant([all, part], at(13, 13, false), chosen([4, 4, 24, 24])).quality).toBe(0.8)
  const about = meant([all], at(8, 8, false), chosen([4, 4, 24, 24]))
  expect([isIn(about, 8, 8), isIn(about, 14, 8), isIn(about, 22, 22)]).toEqual([true, true, false])
})

it('takes back the whole of what a click alone had added', () => {
  const thing: Box = [2, 12, 38, 18]
  const added = after(NOTHING, at(20, 15, true), sure(thing))
  const back = meant([drawing(thing, 0.95)], at(20, 15, false), added)
  expect([isIn(back, 3, 13), isIn(back, 36, 16), isIn(back, 20, 4)]).toEqual([true, true, false])
})

it('reaches only about the click where all that is drawn lies far to one side of it', () => {
  const click = at(1, 1, true)
  const far = meant([drawing([0, 0, 40, 30], 0.9)], click, chosen([34, 24, 40, 30]))
  expect([isIn(far, 1, 1), isIn(far, 4, 1), isIn(far, 8, 1), isIn(far, 33, 29)]).toEqual([true, true, false, false])
  const first = meant([drawing([0, 0, 40, 30], 0.9)], click, NOTHING)
  expect(isIn(first, 39, 29)).toBe(true)
})

it('takes the place itself though nothing was drawn there', () => {
  const click = at(30, 20, true)
  const added = meant([drawing([2, 2, 12, 12], 0.9)], click, chosen([4, 4, 8, 8]))
  expect([isIn(added, 30, 20), isIn(added, 34, 20)]).toEqual([true, false])
})

it('goes by the estimate where the place is chosen already: more of it is meant', () => {
  const more = meant([drawing([2, 2, 20, 20], 0.9)], at(10, 10, true), chosen([6, 6, 14, 14]))
  expect(isIn(more, 3, 3)).toBe(true)
})

it('keeps what was pointed at before: by another answer if there is one, else around the place', () => {
  const before = chosen([0, 0, 4, 4])
  const earlier = [at(30, 10, false)]
  const click = at(20, 10, true)
  const [wide, narrow] = [drawing([10, 2, 36, 18], 0.9), drawing([14, 4, 26, 16], 0.5)]
  expect(meant([wide, narrow], click, before, earlier).quality).toBe(0.5)
  const kept = meant([wide], click, before, earlier)
  expect([isIn(kept, 30, 10), isIn(kept, 34, 10), isIn(kept, 20, 10)]).toEqual([false, true, true])
})

it('takes back what was pointed at in the same place', () => {
  const click = at(10, 10, false)
  const taken = meant([drawing([6, 6, 16, 16], 0.9)], click, chosen([0, 0, 20, 20]), [at(11, 10, true)])
  expect([isIn(taken, 10, 10), isIn(taken, 11, 10)]).toEqual([true, true])
})

it('has every place as it was pointed at, whatever is drawn', () => {
  const places = Array.from({ length: 24 }, (_, i) => at(3 + 7 * (i % 6), 3 + 7 * Math.floor(i / 6), (i * 7) % 3 > 0))
  const clicks = places.map((_, i) => places[(i * 11) % places.length]!)
  let now = chosen([8, 8, 30, 20])
  for (const [i, click] of clicks.entries()) {
    const size = (k: number) => 3 + ((i * 13 + k * 5) % 17)
    const around = (k: number): Drawing => {
      const [left, top] = [click.place.x - size(k), click.place.y - size(k + 1)]
      return drawing([left, top, click.place.x + size(k + 2) - 6, click.place.y + size(k + 3) - 6], 0.5 + k / 10)
    }
    now = after(now, click, meant([around(0), around(1), around(2)], click, now, clicks.slice(0, i)))
    const { values } = believed(now, GRID)
    for (const { place, adds } of clicks.slice(0, i + 1))
      expect(values[Math.floor(place.y) * GRID.width + Math.floor(place.x)]! > 0.5).toBe(adds)
  }
})
