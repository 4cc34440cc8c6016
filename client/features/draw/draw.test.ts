import { describe, expect, it } from 'vitest'
import { transformPoint } from '#client/kit/geometry/affine.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { duplicateLayer } from '#client/layers/actions.ts'
import { distanceToStroke } from '#client/layers/drawing/points.ts'
import type { DrawingLayer } from '#client/layers/drawing/schema.ts'
import { drawingTransform, toStroke } from '#client/layers/drawing/transform.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type Backdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { paper } from './testing.ts'

it('releasing the pointer adds a stroke with the brush’s settings', () => {
  const { session, strokes, draw } = paper()
  Object.assign(session.ui.draw, { size: 40, color: '#ff0000', placement: 'foreground' })
  draw([100, 100], [200, 150], [300, 100])
  expect(strokes()).toMatchObject([{ placement: 'foreground' }])
  expect(strokes()[0]!.points).toEqual([
    { x: 100, y: 100, size: 40, color: '#ff0000' },
    { x: 200, y: 150, size: 40, color: '#ff0000' },
    { x: 300, y: 100, size: 40, color: '#ff0000' },
  ])
  expect(session.history.state.undo).toBe('Draw')
  session.history.undo()
  expect(strokes()).toEqual([])
})

it("copies of a stroke and snapshots of the document share the stroke's frozen point list", () => {
  const { session, strokes, draw } = paper()
  draw([100, 100], [200, 150], [300, 100])
  const [stroke] = strokes()
  const { points } = stroke!
  const shown = () => snapshotOf(session).layers[stroke!.id] as DrawingLayer
  expect(shown().points).toBe(points)
  expect(Object.isFrozen(points) && points.every(Object.isFrozen)).toBe(true)
  session.history.undo()
  session.history.redo()
  expect(strokes()[0]!.points).toBe(points)
  const [copy] = duplicateLayer(session, stroke!.id)
  expect((session.doc.layers[copy!] as DrawingLayer).points).toBe(points)
})

it("a stroke of fewer than two points doesn't change the document", () => {
  const { session, strokes, draw } = paper()
  draw([100, 100])
  draw([100, 100], [102, 100]) // at zoom 0.5, this is 1 CSS px on the screen
  expect(strokes()).toEqual([])
  expect(session.history.state.undo).toBeNull()
})

it('a stroke omits points that are too close together on the screen', () => {
  const { strokes, draw } = paper()
  draw([0, 0], [3, 0], [4, 0], [7, 0], [8, 0])
  expect(strokes()[0]!.points.map(({ x }) => x)).toEqual([0, 4, 8])
})

it('canceling the gesture removes the stroke', () => {
  const { session, tools, pointer, strokes } = paper()
  pointer.down({ x: 0, y: 0 })
  pointer.move({ x: 50, y: 0 })
  expect(strokes()).toHaveLength(1)
  expect(session.ui.draw.activeStroke).toEqual([strokes()[0]!.id])
  tools.cancel()
  expect(strokes()).toEqual([])
  expect(session.ui.draw.activeStroke).toEqual([])
})

it("the pen's pressure changes the width of a stroke", () => {
  const { tools, strokes, input } = paper()
  const pressed = (x: number, pressure: number) => {
    const own = { at: { x, y: 0 }, pressure, timeMs: 0 }
    return { ...input(own.at), ...own, type: 'pen' as const, samples: [own] }
  }
  tools.down(pressed(0, 0.5))
  tools.move(pressed(50, 1))
  tools.move(pressed(100, 0))
  tools.up()
  const sizes = strokes()[0]!.points.map(({ size }) => size)
  expect(sizes[0]).toBeCloseTo(20)
  expect(sizes[1]).toBeGreaterThan(30)
  expect(sizes[2]).toBeLessThan(10)
})

it("no stroke is drawn while layers can't be added", () => {
  const { session, strokes, draw } = paper()
  session.ui.selection = ['x' as LayerId]
  draw([0, 0], [50, 50])
  expect(session.ui.selection).toEqual([])
  session.history.transact('Remove background', () => {
    session.doc.backdrop = { type: 'transparent' }
  })
  draw([0, 0], [50, 50])
  expect(strokes()).toHaveLength(1)
})

describe('the eraser', () => {
  it('an eraser drag cuts even a moved, rotated and scaled stroke in two', () => {
    const { session, strokes, draw } = paper()
    draw([200, 400], [400, 400], [600, 400])
    session.history.transact('Change', () => {
      Object.assign(strokes()[0]!, { rotation: 90, scale: 150 })
      Object.assign(strokes()[0]!.position, { x: 300, y: 100 })
    })
    const [whole] = strokes()
    // the stroke is now vertical, 600 px long and centered at (700, 500)
    expect(distanceToStroke(whole!.points, toStroke(whole!, { x: 700, y: 230 }))).toBe(0)
    session.ui.draw.tool = 'eraser'
    session.ui.draw.size = 60
    draw([600, 500], [800, 500])
    expect(strokes()).toHaveLength(2)
    const inkAt = (x: number, y: number) =>
      Math.min(...strokes().map((run) => distanceToStroke(run.points, toStroke(run, { x, y }))))
    expect(inkAt(700, 500)).toBeGreaterThan(19)
    for (const y of [230, 350, 440, 560, 650, 770]) expect(inkAt(700, y), `ink at ${y}`).toBeLessThan(0.02)
    expect(session.history.state.undo).toBe('Erase')
    session.history.undo()
    expect(strokes()).toEqual([whole])
  })

  it("an eraser drag that misses every stroke doesn't record an undo step", () => {
    const { session, draw } = paper()
    draw([200, 400], [400, 400])
    session.ui.draw.tool = 'eraser'
    draw([1000, 1000], [1200, 1000])
    expect(session.history.state.undo).toBe('Draw')
  })
})

describe('drawing on a background image', () => {
  /** The photo is at the image's center at its original size. */
  const wide = { asset: 'i' as AssetId, width: 3200, height: 800, hasAlpha: false }
  /** The document is 1600 × 1600 px, so the photo is scaled down to 4/5 of its size. */
  const square = { asset: 'i' as AssetId, width: 900, height: 900, hasAlpha: false }
  const onImage = (image: typeof wide) => {
    const made = paper()
    const { session } = made
    const setBackdrop = (backdrop: Backdrop) =>
      session.history.transact('Background', () => {
        session.doc.backdrop = backdrop
      })
    setBackdrop(imageBackdrop(image))
    return { ...made, setBackdrop, doc: () => snapshotOf(session) }
  }
  const hit = (layer: DrawingLayer, x: number, y: number, doc: DocumentSnapshot) =>
    drawingTransform.hit!(layer, { x, y }, doc, new AssetStore())

  it.each([
    ['wider than the photo', wide],
    ['that shows the photo smaller', square],
  ])('a stroke drawn on an image %s has the brush’s position and width', (_, image) => {
    const { session, strokes, draw, doc } = onImage(image)
    session.ui.draw.size = 40
    draw([100, 100], [500, 100])
    expect(hit(strokes()[0]!, 300, 100, doc())).toBe(0)
    expect(hit(strokes()[0]!, 300, 119.9, doc())).toBeCloseTo(0, 9)
    expect(hit(strokes()[0]!, 300, 125, doc())).toBeCloseTo(5, 9)
    const { center, size } = drawingTransform.placed(strokes()[0]!, doc())
    expect(center.x).toBeCloseTo(300, 9)
    expect(center.y).toBeCloseTo(100, 9)
    expect(size.width).toBeCloseTo(440, 9)
    session.ui.draw.tool = 'eraser'
    draw([300, 60], [300, 140])
    expect(strokes()).toHaveLength(2)
    expect(Math.min(...strokes().map((run) => hit(run, 300, 100, doc())))).toBeCloseTo(20, 1)
  })

  it('a stroke moves and scales with the photo when the background image changes', () => {
    const { strokes, draw, setBackdrop, doc } = onImage(wide)
    setBackdrop({ type: 'original' })
    draw([400, 800], [600, 800])
    setBackdrop(imageBackdrop(wide))
    const shown = drawingTransform.placed(strokes()[0]!, doc())
    expect(shown.center).toEqual(transformPoint(subjectMap(doc()), { x: 500, y: 800 }))
    setBackdrop(imageBackdrop(square))
    const [smaller, map] = [drawingTransform.placed(strokes()[0]!, doc()), subjectMap(doc())]
    expect(smaller.center).toEqual(transformPoint(map, { x: 500, y: 800 }))
    expect(smaller.size.width).toBeCloseTo(220 * map.a, 9)
    expect(map.a).toBeLessThan(1)
  })
})

it.each([{ isHidden: true }, { isLocked: true }])("the eraser doesn't cut a stroke with %j", (values) => {
  const { session, strokes, draw } = paper()
  draw([200, 400], [400, 400], [600, 400])
  session.history.transact('Change', () => Object.assign(strokes()[0]!, values))
  const before = stateHash(snapshotOf(session))
  session.ui.draw.tool = 'eraser'
  draw([400, 350], [400, 450])
  expect(stateHash(snapshotOf(session))).toBe(before)
})

it("the parts of a cut stroke have the stroke's name, blend mode, anchor, depth and opacity", () => {
  const { session, strokes, draw } = paper()
  draw([200, 400], [400, 400], [600, 400])
  const values = { name: 'Mine', blendMode: 'multiply', anchor: 'subject', depth: 80, opacity: 40 }
  session.history.transact('Change', () => Object.assign(strokes()[0]!, values))
  session.ui.draw.tool = 'eraser'
  draw([400, 350], [400, 450])
  expect(strokes()).toMatchObject([values, values])
})

it('the keyboard alone draws a stroke', () => {
  const { session, tools, strokes } = paper()
  tools.key('ArrowLeft', false)
  tools.key('Enter', false)
  tools.key('ArrowRight', true)
  tools.key('ArrowDown', false)
  expect(tools.key('Enter', false)).toBe(true)
  expect(strokes()).toHaveLength(1)
  expect(strokes()[0]!.points.map(({ x, y }) => [x, y])).toEqual([
    [992, 800],
    [1072, 800],
    [1072, 808],
  ])
  tools.key('Enter', false)
  tools.key('ArrowLeft', false)
  tools.key('Escape', false)
  expect(strokes()).toHaveLength(1)
  tools.key('Escape', false)
  expect(session.ui.draw.isOn).toBe(false)
})
