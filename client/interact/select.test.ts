import { expect, it } from 'vitest'
import type { Point } from '../base/geometry.ts'
import type { LayerId } from '../base/ids.ts'
import { handlePoint, orbitHandlePoint, rotateHandlePoint } from '../compositor/handles.ts'
import { canvas } from './testing.ts'

it('selects the frontmost layer under the pointer and drops the selection on empty canvas', () => {
  const { session, pointer, add } = canvas()
  add('behind', { x: 500, y: 500 })
  add('front', { x: 520, y: 500 }, 'foreground')
  pointer.down({ x: 510, y: 500 })
  pointer.up()
  expect(session.ui.selection).toEqual(['front'])
  expect(pointer.down({ x: 1900, y: 1500 })).toBe(false)
  expect(session.ui.selection).toEqual([])
})

it('selects within 10 CSS px of a layer at any zoom, and not at 11', () => {
  for (const zoom of [0.25, 1, 4]) {
    const { session, tools, input, add, css } = canvas({ zoom })
    add('a', { x: 300, y: 300 })
    const edge = css({ x: 400, y: 300 })
    tools.down(input({ x: edge.x + 9.9, y: edge.y }))
    expect(session.ui.selection, `zoom ${zoom}`).toEqual(['a'])
    session.ui.selection = []
    tools.down(input({ x: edge.x + 11, y: edge.y }))
    expect(session.ui.selection, `zoom ${zoom}`).toEqual([])
    tools.down(input({ x: edge.x + 21, y: edge.y }, {}, 'touch'))
    expect(session.ui.selection, `a finger at zoom ${zoom}`).toEqual(['a'])
  }
})

it('moves by what the pointer moved, as one step, wherever it was grabbed', () => {
  const { session, add, pointer } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 540, y: 520 }, { x: 740, y: 620 })
  expect(layer().center).toEqual({ x: 700, y: 600 })
  session.history.undo()
  expect(layer().center).toEqual({ x: 500, y: 500 })
})

it('does not move on a click', () => {
  const { session, add, pointer } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 540, y: 520 }, { x: 542, y: 520 })
  expect(layer().center.x).toBe(500)
  expect(session.history.state.undo).toBe('Add')
})

it('snaps to the centre of the canvas and shows the guide; Alt switches it off', () => {
  const { pointer, feedback, add } = canvas()
  const layer = add('a', { x: 500, y: 300 })
  pointer.down({ x: 500, y: 300 })
  pointer.move({ x: 1008, y: 300 })
  expect(feedback.guides).toEqual([{ axis: 'x', at: 1000 }])
  pointer.up()
  expect(layer().center.x).toBe(1000)
  pointer.drag({ x: 1000, y: 300 }, { x: 1008, y: 300 }, { alt: true })
  expect(layer().center.x).toBe(1008)
})

it('resizes about the opposite corner', () => {
  const { add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 500, y: 500 }, { x: 500, y: 500 })
  const anchor = handlePoint(placed('a'), { x: -1, y: -1 })
  const corner = handlePoint(placed('a'), { x: 1, y: 1 })
  pointer.drag(corner, { x: anchor.x + 400, y: anchor.y + 200 })
  expect(layer().side).toBeCloseTo(200)
  expect(handlePoint(placed('a'), { x: -1, y: -1 }).x).toBeCloseTo(anchor.x)
  expect(handlePoint(placed('a'), { x: -1, y: -1 }).y).toBeCloseTo(anchor.y)
})

it('grabs a layer where its kind says that it is, and what lies below everywhere else', () => {
  const { session, pointer, add } = canvas()
  add('below', { x: 500, y: 500 })
  const layer = add('stroke', { x: 500, y: 500 }, 'foreground')
  session.history.transact('Draw', () => {
    layer().kind = 'stroke'
  })
  const selected = (point: Point) => {
    session.ui.selection = []
    pointer.click(point)
    return session.ui.selection[0]
  }
  expect(selected({ x: 560, y: 502 })).toBe('stroke')
  expect(selected({ x: 560, y: 545 })).toBe('below')
})

it('resizes a turned box along its own axes', () => {
  const { session, add, pointer, placed } = canvas()
  const layer = add('a', { x: 800, y: 800 })
  session.history.transact('Turn', () => {
    layer().rotation = 90
  })
  pointer.drag({ x: 800, y: 800 }, { x: 800, y: 800 })
  const right = handlePoint(placed('a'), { x: 1, y: 0 })
  expect(right.y).toBeCloseTo(900)
  pointer.drag(right, { x: right.x, y: right.y + 200 })
  expect(layer().side).toBeCloseTo(200)
})

it('rotates by the handle over the top edge; Shift snaps to 15 degrees', () => {
  const { session, add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.ui.selection = ['a' as LayerId]
  const knob = rotateHandlePoint(placed('a'), 0.5)
  pointer.drag(knob, { x: 700, y: 500 })
  expect(layer().rotation).toBeCloseTo(90)
  pointer.drag(rotateHandlePoint(placed('a'), 0.5), { x: 560, y: 700 }, { shift: true })
  expect(Math.abs(layer().rotation % 15)).toBeCloseTo(0)
})

it('rotates or scales by a plain drag while r or s is held', () => {
  const { add, pointer } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 580, y: 500 }, { x: 500, y: 580 }, { rotate: true })
  expect(layer().rotation).toBeCloseTo(90)
  pointer.drag({ x: 500, y: 520 }, { x: 500, y: 540 }, { scale: true })
  expect(layer().side).toBeCloseTo(200)
})

it('turns a layer in space by its orbit handle, and offers none to a flat one', () => {
  const { session, add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.ui.selection = ['a' as LayerId]
  const knob = orbitHandlePoint(placed('a'), 0.5)
  pointer.drag(knob, { x: knob.x + 80, y: knob.y - 40 })
  expect(layer().orbit).toBeNull()
  session.history.transact('Deepen', () => {
    layer().orbit = { x: 10, y: -20 }
  })
  session.ui.selection = ['a' as LayerId]
  pointer.drag(knob, { x: knob.x + 80, y: knob.y - 40 })
  expect(layer().orbit).toEqual({ x: 20, y: 0 })
  session.history.undo()
  expect(layer().orbit).toEqual({ x: 10, y: -20 })
})

it('leaves no trace of a cancelled drag', () => {
  const { session, tools, pointer, feedback, add } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.down({ x: 500, y: 500 })
  pointer.move({ x: 900, y: 900 })
  tools.cancel()
  expect(layer().center).toEqual({ x: 500, y: 500 })
  expect(session.history.state.undo).toBe('Add')
  expect(feedback.guides).toEqual([])
})
