import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { MASK_EDIT_PANEL, openSubjectTool } from '#client/model/session/ui/subject.ts'
import { canvas } from './testing.ts'

/** Returns two touch points with a distance of `width` CSS px, rotated by `degrees` around their midpoint. */
function fingers(width: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180
  const arm = { x: (Math.cos(angle) * width) / 2, y: (Math.sin(angle) * width) / 2 }
  return [
    { x: 300 - arm.x, y: 300 - arm.y },
    { x: 300 + arm.x, y: 300 + arm.y },
  ] as const
}

function pinched(to: { width: number; degrees: number }, ...more: string[]) {
  const stage = canvas()
  const layer = stage.add('a', { x: 600, y: 600 })
  const others = more.map((name, i) => stage.add(name, { x: 600 + 200 * (i + 1), y: 600 }))
  stage.session.ui.selection = ['a', ...more] as LayerId[]
  stage.tools.pinch(...fingers(100, 0))
  stage.tools.pinch(...fingers(to.width, to.degrees))
  stage.tools.up()
  return { ...stage, layer, others }
}

it.each([
  [0, 0],
  [7.9, 0],
  [-7.9, 0],
  [20, 12],
  [-98, -90],
  [172, 164],
])('a twist by %d degrees rotates a layer by %d degrees', (degrees, turned) => {
  expect(pinched({ width: 100, degrees }).layer().rotation).toBeCloseTo(turned)
})

it('a pinch resizes a layer by the fingers’ distance, as one undo step', () => {
  const { session, layer } = pinched({ width: 250, degrees: 3 })
  expect(layer().side).toBeCloseTo(250)
  expect(layer().center).toEqual({ x: 600, y: 600 })
  session.history.undo()
  expect(layer()).toMatchObject({ side: 100, rotation: 0 })
})

it('in a mirrored image, a twist rotates a layer in the direction of the fingers', () => {
  const stage = canvas()
  const layer = stage.add('a', { x: 600, y: 600 })
  stage.session.history.transact('Flip', () => {
    const whole = { format: 'free', x: 0, y: 0, width: 2000, height: 1600 } as const
    stage.session.doc.crop = { ...whole, angle: 0, quarterTurns: 0, isMirrored: true }
  })
  stage.session.ui.selection = ['a'] as LayerId[]
  stage.tools.pinch(...fingers(100, 0))
  stage.tools.pinch(...fingers(100, 38))
  expect(layer().rotation).toBeCloseTo(-30)
})

it('a pinch resizes several layers about their common center', () => {
  const { layer, others } = pinched({ width: 200, degrees: 98 }, 'b')
  // scaling by 2 and rotating by 90° around x = 700 moves both centers (600 and 800) to x = 700
  expect(layer().center.x).toBeCloseTo(700)
  expect(layer().center.y).toBeCloseTo(400)
  expect(others[0]!().center.y).toBeCloseTo(800)
  expect([layer().side, layer().rotation]).toEqual([expect.closeTo(200), expect.closeTo(90)])
})

it("a pinch doesn't resize an object whose mask is edited", () => {
  const stage = canvas()
  const layer = stage.add('a', { x: 600, y: 600 })
  const zoom = stage.viewport.get().zoom
  stage.session.ui.selection = ['a'] as LayerId[]
  openSubjectTool(stage.session.ui, MASK_EDIT_PANEL, 'a' as LayerId)
  stage.tools.pinch(...fingers(100, 0))
  stage.tools.pinch(...fingers(200, 0))
  stage.tools.up()
  expect(layer().side).toBe(100)
  expect(stage.viewport.get().zoom).toBeGreaterThan(zoom)
})
