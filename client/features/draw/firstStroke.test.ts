import { describe, expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { FIRST_STROKE } from './draw.ts'
import { paper } from './testing.ts'

describe('before the user has set the drawing mode', () => {
  it('a drag on empty canvas draws a stroke and turns the drawing mode on', () => {
    const { session, strokes, draw } = paper(FIRST_STROKE)
    draw([100, 100], [200, 150])
    expect([strokes().length, session.ui.draw.isOn]).toEqual([1, true])
  })

  it('a click on empty canvas leaves the drawing mode unset', () => {
    const { session, strokes, draw } = paper(FIRST_STROKE)
    draw([100, 100])
    expect([strokes().length, session.ui.draw.isOn]).toEqual([0, null])
  })

  it('a drag on a layer moves the layer', () => {
    const { session, strokes, draw, add } = paper(FIRST_STROKE)
    const layer = add('box', { x: 500, y: 500 })
    draw([500, 500], [650, 560])
    expect([strokes().length, session.ui.draw.isOn]).toEqual([0, null])
    expect([session.ui.selection, layer().center]).toEqual([['box'], { x: 650, y: 560 }])
  })

  it('the eraser cuts a stroke and turns the drawing mode on', () => {
    const { session, strokes, draw } = paper(FIRST_STROKE)
    draw([200, 400], [400, 400], [600, 400])
    Object.assign(session.ui.draw, { tool: 'eraser', isOn: null })
    draw([400, 350], [400, 450])
    expect([strokes().length, session.ui.draw.isOn]).toEqual([2, true])
  })

  it('an eraser that erases nothing leaves the drawing mode unset', () => {
    const { session, draw } = paper(FIRST_STROKE)
    session.ui.draw.tool = 'eraser'
    draw([400, 350], [400, 450])
    expect(session.ui.draw.isOn).toBeNull()
  })

  it("canceling a stroke doesn't change the selection", () => {
    const { session, strokes, tools, pointer, add } = paper(FIRST_STROKE)
    add('box', { x: 500, y: 500 })
    session.ui.selection = ['box' as LayerId]
    pointer.down({ x: 1500, y: 1200 })
    pointer.move({ x: 1600, y: 1250 })
    tools.cancel()
    expect([strokes().length, session.ui.selection]).toEqual([0, ['box']])
  })

  it('a pinch next to the selected layer zooms the view', () => {
    const { session, tools, viewport, pointer, add } = paper(FIRST_STROKE)
    const layer = add('box', { x: 500, y: 500 })
    session.ui.selection = ['box' as LayerId]
    pointer.down({ x: 1500, y: 1200 })
    tools.pinch({ x: 700, y: 600 }, { x: 800, y: 600 })
    tools.pinch({ x: 650, y: 600 }, { x: 850, y: 600 })
    tools.up()
    expect([layer().side, viewport.get().zoom]).toEqual([100, 1])
  })
})
