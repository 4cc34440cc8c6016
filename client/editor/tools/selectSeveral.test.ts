/** Tests selecting, moving, resizing, rotating and snapping several layers together. */
import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { canvas } from './testing.ts'

const A = { x: 400, y: 400 }
const B = { x: 1000, y: 800 }
function two() {
  const stage = canvas()
  const [a, b] = [stage.add('a', A), stage.add('b', B)]
  return { ...stage, a, b }
}
/** Selects both layers with clicks. */
function both() {
  const stage = two()
  stage.pointer.click(A)
  stage.pointer.click(B, { shift: true })
  return stage
}

it('a click with Shift adds a layer to the selection or removes a selected layer', () => {
  const { session, pointer } = both()
  expect(session.ui.selection).toEqual(['a', 'b'])
  pointer.click(A, { shift: true })
  expect(session.ui.selection).toEqual(['b'])
  pointer.click(A, { shift: true })
  pointer.click(B)
  expect(session.ui.selection).toEqual(['b'])
})

it('a drag moves all selected layers, as one undo step', () => {
  const { session, pointer, a, b } = both()
  pointer.drag(A, { x: 450, y: 370 }, { alt: true })
  expect([a().center, b().center]).toEqual([
    { x: 450, y: 370 },
    { x: 1050, y: 770 },
  ])
  expect(session.ui.selection).toEqual(['a', 'b'])
  session.history.undo()
  expect([a().center, b().center]).toEqual([A, B])
})

it('a drag of a corner resizes several layers about the opposite corner', () => {
  const { pointer, a, b } = both()
  // The bounding box is 300..1100 × 350..850. The drag moves its lower right corner, so that the box is scaled by 1.5.
  pointer.drag({ x: 1100, y: 850 }, { x: 1500, y: 1100 })
  expect([a().side, b().side]).toEqual([150, 150])
  expect(a().center).toEqual({ x: 300 + 1.5 * 100, y: 350 + 1.5 * 50 })
  expect(b().center).toEqual({ x: 300 + 1.5 * 700, y: 350 + 1.5 * 450 })
})

it('a drag of the rotation handle rotates several layers about their common center', () => {
  const { pointer, a, b } = both()
  const middle = { x: 700, y: 600 }
  pointer.drag({ x: 700, y: 350 - 2 * 28 }, { x: 1100, y: 600 })
  expect([a().rotation, b().rotation]).toEqual([90, 90])
  expect(a().center.x).toBeCloseTo(middle.x + 200)
  expect(a().center.y).toBeCloseTo(middle.y - 300)
})

it('a drag with Shift over empty canvas selects the layers in the rectangle', () => {
  const { session, tools, pointer, feedback } = two()
  pointer.down({ x: 200, y: 300 }, { shift: true })
  pointer.move({ x: 350, y: 420 })
  expect(session.ui.selection).toEqual(['a'])
  pointer.move({ x: 950, y: 800 })
  expect(session.ui.selection).toEqual(['a', 'b'])
  expect(feedback.toolOverlay).not.toBeNull()
  tools.cancel()
  expect(session.ui.selection).toEqual([])
  pointer.drag({ x: 200, y: 300 }, { x: 950, y: 800 }, { shift: true })
  expect(session.ui.selection).toEqual(['a', 'b'])
  expect(session.history.state.undo).toBe('Add')
})

it('another click at the same position selects the next layer below', () => {
  const { session, input, tools, add, css } = canvas()
  for (const name of ['low', 'mid', 'top']) add(name, A)
  const clickAt = (timeMs: number) => {
    tools.down({ ...input(css(A)), timeMs })
    tools.up()
    return session.ui.selection
  }
  expect(clickAt(0)).toEqual(['top'])
  expect(clickAt(300)).toEqual(['top'])
  expect(clickAt(1000)).toEqual(['mid'])
  expect(clickAt(2000)).toEqual(['low'])
  expect(clickAt(3000)).toEqual(['top'])
})

it('a drag moves the selected layer even if another layer covers the selected layer', () => {
  const { session, pointer, add } = canvas()
  const low = add('low', A)
  const top = add('top', A)
  session.ui.selection = ['low' as LayerId]
  pointer.drag(A, { x: 460, y: 400 }, { alt: true })
  expect([low().center.x, top().center.x]).toEqual([460, 400])
})

it('a drag snaps to the edges of another layer and shows a guide', () => {
  const { pointer, feedback, b } = two()
  // the left edge of b comes within snapping distance of the left edge of a, which is at 300
  pointer.down(B)
  pointer.move({ x: 405, y: 1200 })
  expect(b().center).toEqual({ x: 400, y: 1200 })
  expect(feedback.guides).toContainEqual({ type: 'line', axis: 'x', at: 400, from: 350, to: 1250 })
})
