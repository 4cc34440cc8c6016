import { expect, it } from 'vitest'
import type { Point } from '../base/geometry.ts'
import type { AssetId, LayerId } from '../base/ids.ts'
import { handlePoint, orbitHandlePoint, rotateHandlePoint } from '../compositor/handles.ts'
import { createViewport, toCss } from '../compositor/viewport.ts'
import type { LayerBase } from '../document/document.ts'
import type { LayerTransform } from '../layers/kind.ts'
import { createSession, snapshotOf } from '../session/session.ts'
import { createFeedback } from './feedback.ts'
import { createSelectTool } from './select.ts'
import { placedOf } from './targets.ts'

interface Box extends LayerBase {
  center: Point
  side: number
  rotation: number
  orbit: Point | null
}

const transform: LayerTransform<Box> = {
  placed: (layer) => ({
    center: { ...layer.center },
    size: { width: layer.side * 2, height: layer.side },
    rotation: layer.rotation,
  }),
  moveTo: (layer, center) => {
    layer.center = center
  },
  scaleBy: (layer, factor, start) => {
    layer.side = start.side * factor
  },
  rotateTo: (layer, degrees) => {
    layer.rotation = degrees
  },
  orbitOf: (layer) => layer.orbit,
  orbitTo: (layer, degrees) => {
    layer.orbit = degrees
  },
  sizeText: (layer) => `${layer.side} px`,
}
/** A stroke 10 px wide along the middle of the box: the rest of its box is empty. */
const stroke: LayerTransform<Box> = {
  ...transform,
  hit: (layer, at) => Math.max(0, Math.abs(at.y - layer.center.y) - 5),
}
const kinds = {
  box: { slot: 'placed' as const, transform },
  stroke: { slot: 'placed' as const, transform: stroke },
}
const NO_KEYS = { shift: false, alt: false, rotate: false, scale: false }

function canvas(zoom = 0.5) {
  const notices = { alert: async () => {}, confirm: async () => true, toast: () => {} }
  const session = createSession(notices, { isStrict: true })
  const viewport = createViewport()
  viewport.set({ zoom, origin: { x: 0, y: 0 }, canvas: { width: 1000, height: 800 } })
  const feedback = createFeedback()
  const tool = createSelectTool(session, viewport, kinds, feedback)
  const add = (name: string, center: Point, placement: LayerBase['placement'] = 'background') => {
    const id = name as LayerId
    const layer: Box = { id, kind: 'box', placement, center, side: 100, rotation: 0, orbit: null }
    session.history.transact('Add', () => {
      session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
      session.doc.layers[id] = layer
      session.doc.order.push(id)
    })
    return () => session.doc.layers[id] as Box
  }
  const css = (point: Point) => toCss(viewport.get(), point)
  const drag = (from: Point, to: Point, keys = NO_KEYS) => {
    tool.down(css(from), false, keys)
    tool.move(css(to), keys)
    tool.up()
  }
  const placed = (name: string) => placedOf(snapshotOf(session), kinds, name as LayerId)!
  return { session, tool, feedback, add, drag, css, placed }
}

it('selects the frontmost layer under the pointer and drops the selection on empty canvas', () => {
  const { session, tool, add, css } = canvas()
  add('behind', { x: 500, y: 500 })
  add('front', { x: 520, y: 500 }, 'foreground')
  tool.down(css({ x: 510, y: 500 }), false, NO_KEYS)
  tool.up()
  expect(session.ui.selection).toBe('front')
  expect(tool.down(css({ x: 1900, y: 1500 }), false, NO_KEYS)).toBe(false)
  expect(session.ui.selection).toBeNull()
})

it('selects within 10 CSS px of a layer at any zoom, and not at 11', () => {
  for (const zoom of [0.25, 1, 4]) {
    const { session, tool, add, css } = canvas(zoom)
    add('a', { x: 300, y: 300 })
    const edge = css({ x: 400, y: 300 })
    tool.down({ x: edge.x + 9.9, y: edge.y }, false, NO_KEYS)
    expect(session.ui.selection, `zoom ${zoom}`).toBe('a')
    session.ui.selection = null
    tool.down({ x: edge.x + 11, y: edge.y }, false, NO_KEYS)
    expect(session.ui.selection, `zoom ${zoom}`).toBeNull()
    tool.down({ x: edge.x + 21, y: edge.y }, true, NO_KEYS)
    expect(session.ui.selection, `a finger at zoom ${zoom}`).toBe('a')
  }
})

it('moves by what the pointer moved, as one step, wherever it was grabbed', () => {
  const { session, add, drag } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  drag({ x: 540, y: 520 }, { x: 740, y: 620 })
  expect(layer().center).toEqual({ x: 700, y: 600 })
  session.history.undo()
  expect(layer().center).toEqual({ x: 500, y: 500 })
})

it('does not move on a click', () => {
  const { session, add, drag } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  drag({ x: 540, y: 520 }, { x: 542, y: 520 })
  expect(layer().center.x).toBe(500)
  expect(session.history.state.undo).toBe('Add')
})

it('snaps to the centre of the canvas and shows the guide; Alt switches it off', () => {
  const { tool, feedback, add, css, drag } = canvas()
  const layer = add('a', { x: 500, y: 300 })
  tool.down(css({ x: 500, y: 300 }), false, NO_KEYS)
  tool.move(css({ x: 1008, y: 300 }), NO_KEYS)
  expect(feedback.guides).toEqual([{ axis: 'x', at: 1000 }])
  tool.up()
  expect(layer().center.x).toBe(1000)
  drag({ x: 1000, y: 300 }, { x: 1008, y: 300 }, { ...NO_KEYS, alt: true })
  expect(layer().center.x).toBe(1008)
})

it('resizes about the opposite corner', () => {
  const { add, drag, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  drag({ x: 500, y: 500 }, { x: 500, y: 500 })
  const anchor = handlePoint(placed('a'), { x: -1, y: -1 })
  const corner = handlePoint(placed('a'), { x: 1, y: 1 })
  drag(corner, { x: anchor.x + 400, y: anchor.y + 200 })
  expect(layer().side).toBeCloseTo(200)
  expect(handlePoint(placed('a'), { x: -1, y: -1 }).x).toBeCloseTo(anchor.x)
  expect(handlePoint(placed('a'), { x: -1, y: -1 }).y).toBeCloseTo(anchor.y)
})

it('grabs a layer where its kind says that it is, and what lies below everywhere else', () => {
  const { session, tool, add, css } = canvas()
  add('below', { x: 500, y: 500 })
  const layer = add('stroke', { x: 500, y: 500 }, 'foreground')
  session.history.transact('Draw', () => {
    layer().kind = 'stroke'
  })
  const selected = (point: Point) => {
    session.ui.selection = null
    tool.down(css(point), false, NO_KEYS)
    tool.up()
    return session.ui.selection
  }
  expect(selected({ x: 560, y: 502 })).toBe('stroke')
  expect(selected({ x: 560, y: 545 })).toBe('below')
})

it('resizes a turned box along its own axes', () => {
  const { session, add, drag, placed } = canvas()
  const layer = add('a', { x: 800, y: 800 })
  session.history.transact('Turn', () => {
    layer().rotation = 90
  })
  drag({ x: 800, y: 800 }, { x: 800, y: 800 })
  const right = handlePoint(placed('a'), { x: 1, y: 0 })
  expect(right.y).toBeCloseTo(900)
  drag(right, { x: right.x, y: right.y + 200 })
  expect(layer().side).toBeCloseTo(200)
})

it('rotates by the handle over the top edge; Shift snaps to 15 degrees', () => {
  const { session, add, drag, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.ui.selection = 'a' as LayerId
  const knob = rotateHandlePoint(placed('a'), 0.5)
  drag(knob, { x: 700, y: 500 })
  expect(layer().rotation).toBeCloseTo(90)
  drag(rotateHandlePoint(placed('a'), 0.5), { x: 560, y: 700 }, { ...NO_KEYS, shift: true })
  expect(Math.abs(layer().rotation % 15)).toBeCloseTo(0)
})

it('rotates or scales by a plain drag while r or s is held', () => {
  const { add, drag } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  drag({ x: 580, y: 500 }, { x: 500, y: 580 }, { ...NO_KEYS, rotate: true })
  expect(layer().rotation).toBeCloseTo(90)
  drag({ x: 500, y: 520 }, { x: 500, y: 540 }, { ...NO_KEYS, scale: true })
  expect(layer().side).toBeCloseTo(200)
})

it('turns a layer in space by its orbit handle, and offers none to a flat one', () => {
  const { session, add, drag, placed } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  session.ui.selection = 'a' as LayerId
  const knob = orbitHandlePoint(placed('a'), 0.5)
  drag(knob, { x: knob.x + 80, y: knob.y - 40 })
  expect(layer().orbit).toBeNull()
  session.history.transact('Deepen', () => {
    layer().orbit = { x: 10, y: -20 }
  })
  session.ui.selection = 'a' as LayerId
  drag(knob, { x: knob.x + 80, y: knob.y - 40 })
  expect(layer().orbit).toEqual({ x: 20, y: 0 })
  session.history.undo()
  expect(layer().orbit).toEqual({ x: 10, y: -20 })
})

it('leaves no trace of a cancelled drag', () => {
  const { session, tool, feedback, add, css } = canvas()
  const layer = add('a', { x: 500, y: 500 })
  tool.down(css({ x: 500, y: 500 }), false, NO_KEYS)
  tool.move(css({ x: 900, y: 900 }), NO_KEYS)
  tool.cancel()
  expect(layer().center).toEqual({ x: 500, y: 500 })
  expect(session.history.state.undo).toBe('Add')
  expect(feedback.guides).toEqual([])
})
