import { expect, it } from 'vitest'
import { toCss, type View } from '#client/render/compositor/viewport.ts'
import { inSight } from './useKeepInSight.ts'

const photo = { width: 1000, height: 1000 }
const view = (x: number, y: number): View => ({ zoom: 1, origin: { x, y }, canvas: { width: 400, height: 300 } })
const layer = (x: number, y: number, width = 100, height = 40) => ({
  center: { x, y },
  size: { width, height },
  rotation: 0,
})

it("inSight doesn't pan the view for a visible layer", () => {
  const before = view(0, 0)
  expect(inSight(before, layer(200, 150), photo)).toBe(before)
})

it.each([
  ['left', 520, 150, { x: 90, y: 150 }],
  ['right', 20, 150, { x: 310, y: 150 }],
] as const)(
  'inSight pans the view to a layer outside the canvas at the %s, with a margin for handles',
  (_, origin, y, expected) => {
    const [x] = origin === 520 ? [400] : [600]
    const after = inSight(view(origin, 0), layer(x, y), photo)
    expect(toCss(after, { x, y })).toEqual(expected)
  },
)

it('inSight pans the view to the center of a layer that is larger than the canvas', () => {
  const after = inSight(view(500, 500), layer(200, 200, 900, 900), photo)
  expect(toCss(after, { x: 200, y: 200 })).toEqual({ x: 200, y: 150 })
})
