import { expect, it } from 'vitest'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { turnMap } from '#client/model/document/crop.ts'
import { emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import { handlePoint, orbitHandle, rotateHandle } from '#client/render/compositor/handles.ts'
import { frameOf } from './targets.ts'
import { canvas } from './testing.ts'

it('a press selects the frontmost layer', () => {
  const { session, pointer, add } = canvas()
  add('behind', { x: 500, y: 500 })
  add('front', { x: 520, y: 500 }, 'foreground')
  pointer.down({ x: 510, y: 500 })
  pointer.up()
  expect(session.ui.selection).toEqual(['front'])
  expect(pointer.down({ x: 1900, y: 1500 })).toBe(false)
  expect(session.ui.selection).toEqual([])
})

it('a press ignores locked and hidden layers', () => {
  for (const state of ['isLocked', 'isHidden'] as const) {
    const { session, pointer, add } = canvas()
    const below = add('below', { x: 500, y: 500 })
    const above = add('above', { x: 500, y: 500 }, 'foreground')
    session.history.transact('Edit', () => {
      above()[state] = true
    })
    session.ui.selection = ['above' as LayerId]
    pointer.drag({ x: 600, y: 550 }, { x: 700, y: 650 }) // the drag starts where the corners of both layers are
    expect([above().center, above().side], state).toEqual([{ x: 500, y: 500 }, 100])
    expect(session.ui.selection, state).toEqual(['below'])
    expect(below().center, state).not.toEqual({ x: 500, y: 500 })
  }
})

it('a press up to 10 CSS px outside a layer selects the layer at any zoom', () => {
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

it('dragging an unselected layer moves it in one undo step', () => {
  const { session, add, pointer } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 540, y: 520 }, { x: 740, y: 620 })
  expect(layer().center).toEqual({ x: 700, y: 600 })
  session.history.undo()
  expect(layer().center).toEqual({ x: 500, y: 500 })
})

it("a click doesn't move the layer", () => {
  const { session, add, pointer } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 540, y: 520 }, { x: 542, y: 520 })
  expect(layer().center.x).toBe(500)
  expect(session.history.state.undo).toBe('Add')
})

it('a finger inside a small layer moves the layer instead of resizing the layer', () => {
  const { session, tools, input, add, css } = canvas({ zoom: 0.1 })
  const layer = add('a', { x: 500, y: 500 }) // the layer covers 20 × 10 CSS px
  session.ui.selection = ['a' as LayerId]
  const drag = (from: Point, to: Point) => {
    tools.down(input(css(from), {}, 'touch'))
    tools.move(input(css(to), {}, 'touch'))
    tools.up()
  }
  drag({ x: 560, y: 520 }, { x: 960, y: 920 })
  expect([layer().center, layer().side]).toEqual([{ x: 900, y: 900 }, 100])
  drag({ x: 1090, y: 1040 }, { x: 1390, y: 1190 })
  expect(layer().side).toBeGreaterThan(150)
})

it('a drag snaps to the center of the canvas, unless Alt is pressed', () => {
  const { pointer, feedback, add } = canvas()
  const layer = add('a', { x: 500, y: 300 })
  pointer.down({ x: 500, y: 300 })
  pointer.move({ x: 1008, y: 300 })
  expect(feedback.guides).toEqual([{ type: 'line', axis: 'x', at: 1000 }])
  pointer.up()
  expect(layer().center.x).toBe(1000)
  pointer.drag({ x: 1000, y: 300 }, { x: 1008, y: 300 }, { alt: true })
  expect(layer().center.x).toBe(1008)
})

it('the frame of a 3D layer snaps to the center of the canvas', () => {
  const { pointer, feedback, add } = canvas({ kind: 'solid' })
  const layer = add('a', { x: 500, y: 300 })
  pointer.down({ x: 530, y: 300 })
  pointer.move({ x: 1004, y: 300 })
  expect(feedback.guides).toEqual([{ type: 'line', axis: 'x', at: 1000 }])
  pointer.up()
  expect(layer().center.x).toBe(970)
})

it('a drag in a rotated image snaps along the displayed axes', () => {
  const { session, viewport, add, tools, input, feedback, css } = canvas()
  const layer = add('a', { x: 500, y: 300 })
  const turn = { angle: 0, quarterTurns: 1, isMirrored: false }
  session.history.transact('Turn', () => {
    session.doc.crop = { format: 'free', x: 0, y: 0, width: 800, height: 2000, ...turn }
  })
  viewport.setTurn(turnMap(turn, { width: 2000, height: 1600 }))
  tools.down(input(css({ x: 500, y: 300 })))
  // 8 px from the center of the frame, which shows the lower half of the document
  tools.move(input(css({ x: 500, y: 1208 })))
  expect(layer().center).toEqual({ x: 500, y: 1200 })
  expect(feedback.guides).toEqual([{ type: 'line', axis: 'x', at: 400 }])
})

it('a side handle stretches a layer whose proportions are free', () => {
  const { session, add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.history.transact('Edit', () => Object.assign(layer(), { kind: 'sheet', side: 200, height: 100 }))
  session.ui.selection = ['a' as LayerId]
  pointer.drag({ x: 600, y: 500 }, { x: 700, y: 560 })
  expect(placed('a')).toMatchObject({ center: { x: 550, y: 500 }, size: { width: 300, height: 100 } })
  pointer.drag({ x: 550, y: 450 }, { x: 550, y: 400 }, { alt: true })
  expect(placed('a')).toMatchObject({ center: { x: 550, y: 500 }, size: { width: 300, height: 200 } })
  session.history.undo()
  session.history.undo()
  pointer.drag({ x: 600, y: 500 }, { x: 700, y: 500 }, { shift: true })
  expect(layer().side, 'scaled, not stretched').toBe(300)
  expect(placed('a').center.x).toBe(550)
  session.history.undo()
  pointer.drag({ x: 400, y: 500 }, { x: 900, y: 500 })
  expect(placed('a').size.width, 'at least 1 px wide').toBe(1)
})

it('pressing and releasing Shift or Alt during a resize reverts the effect of that key', () => {
  const { session, add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.history.transact('Edit', () => Object.assign(layer(), { kind: 'sheet', side: 200, height: 100 }))
  session.ui.selection = ['a' as LayerId]
  pointer.down({ x: 600, y: 500 })
  for (const keys of [{}, { shift: true }, { alt: true }, {}]) pointer.move({ x: 700, y: 500 }, keys)
  expect(placed('a')).toMatchObject({ center: { x: 550, y: 500 }, size: { width: 300, height: 100 } })
  pointer.move({ x: 700, y: 500 }, { alt: true })
  expect(placed('a')).toMatchObject({ center: { x: 500, y: 500 }, size: { width: 400, height: 100 } })
})

it('a corner handle resizes the layer about the opposite corner', () => {
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

it('a drag that starts next to a corner handle resizes the layer by the length of the drag', () => {
  const { add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 500, y: 500 }, { x: 500, y: 500 })
  const corner = handlePoint(placed('a'), { x: 1, y: 1 })
  pointer.drag({ x: corner.x + 6, y: corner.y + 6 }, { x: corner.x + 206, y: corner.y + 106 })
  expect(layer().side).toBeCloseTo(200)
})

it("a press selects a layer only where the hit test of the layer's kind succeeds", () => {
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

it('a handle resizes a rotated box along the box’s axes', () => {
  const { session, add, pointer, placed } = canvas()
  const layer = add('a', { x: 800, y: 800 })
  session.history.transact('Turn', () => {
    layer().rotation = 90
  })
  pointer.drag({ x: 800, y: 800 }, { x: 800, y: 800 })
  const right = handlePoint(placed('a'), { x: 1, y: 0 })
  expect(right.y).toBeCloseTo(900)
  const left = handlePoint(placed('a'), { x: -1, y: 0 })
  pointer.drag(right, { x: right.x, y: right.y + 200 })
  expect(layer().side).toBeCloseTo(200)
  expect(handlePoint(placed('a'), { x: -1, y: 0 }).x).toBeCloseTo(left.x)
  expect(handlePoint(placed('a'), { x: -1, y: 0 }).y).toBeCloseTo(left.y)
})

it('the handle over the top edge rotates the layer', () => {
  const { session, viewport, add, pointer, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.ui.selection = ['a' as LayerId]
  const knob = rotateHandle(placed('a'), viewport.get()).at
  pointer.drag(knob, { x: 700, y: 500 })
  expect(layer().rotation).toBeCloseTo(90)
  pointer.drag(rotateHandle(placed('a'), viewport.get()).at, { x: 560, y: 700 }, { shift: true })
  expect(Math.abs(layer().rotation % 15)).toBeCloseTo(0)
})

it('a drag with R pressed rotates the layer, and a drag with S pressed scales the layer', () => {
  const { add, pointer } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  pointer.drag({ x: 580, y: 500 }, { x: 500, y: 580 }, { rotate: true })
  expect(layer().rotation).toBeCloseTo(90)
  pointer.drag({ x: 500, y: 520 }, { x: 500, y: 540 }, { scale: true })
  expect(layer().side).toBeCloseTo(200)
})

it('the orbit handle rotates a layer in 3D', () => {
  const { session, add, pointer, placed, viewport } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.ui.selection = ['a' as LayerId]
  const knob = orbitHandle(placed('a'), viewport.get()).at
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

it.each([
  ['encloses the painted letters', true, 30],
  ['is the box of a layer without painted pixels', false, 10],
])('frameOf %s', (_, isPainted, width) => {
  const boxOf = (width: number) => ({ center: { x: 0, y: 0 }, size: { width, height: 10 }, rotation: 0 })
  const transform = { placed: () => boxOf(10), frame: () => (isPainted ? boxOf(30) : null), moveTo() {} }
  const layer: LayerBase = { id: 'a' as LayerId, kind: 'text', placement: 'background' }
  expect(frameOf(transform, layer, emptyDocument()).size.width).toBe(width)
})
