/** Tests that a pen owns its gesture: a palm on the screen doesn't end or change the pen's gesture. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MASK_BRUSH } from '#client/features/subject/mask/maskBrush.ts'
import type { AssetId, LayerId } from '#client/kit/base/ids.ts'
import type { DrawingLayer } from '#client/layers/drawing/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { MASK_EDIT_TAB } from '#client/model/session/ui/subject.ts'
import { DRAW } from './draw/draw.ts'
import { PointerBinding } from './pointer.ts'
import { SELECT } from './select.ts'
import { canvas } from './testing.ts'
import type { ToolEntry } from './tool.ts'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
beforeEach(() => vi.stubGlobal('HTMLElement', class {}))
afterEach(() => vi.unstubAllGlobals())

const [PEN, PALM, SECOND] = [
  { pointerType: 'pen', pointerId: 1 },
  { pointerType: 'touch', pointerId: 2 },
  { pointerType: 'touch', pointerId: 3 },
]

/** Opens a photo of 2000 × 1600 px at zoom 0.5 with a tool. `send` sends pointer events; positions in CSS px. */
function bound(entry: ToolEntry) {
  const stage = canvas({ entry })
  const { session } = stage
  session.history.restart(() => {
    session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 9, height: 9 } }
    if (entry === DRAW) newLayer(session.doc, 'background')
  })
  session.ui.draw.isOn = entry === DRAW
  if (entry === MASK_BRUSH) session.ui.tab = MASK_EDIT_TAB
  const element = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    setPointerCapture() {},
    style: {},
  }) as unknown as HTMLElement
  new PointerBinding({ element, session, viewport: stage.viewport, tools: stage.tools })
  const send = (type: string, pointer: typeof PEN, clientX = 0, clientY = 0) => {
    const event = new Event(type, { cancelable: true, bubbles: true })
    const stop = vi.spyOn(event, 'stopPropagation')
    element.dispatchEvent(Object.assign(event, { button: 0, pressure: 0.5, ...pointer, clientX, clientY }))
    return { isStopped: stop.mock.calls.length > 0, isPrevented: event.defaultPrevented }
  }
  const points = () =>
    session.doc.order.flatMap((id) => {
      const layer = session.doc.layers[id]
      return layer?.kind === 'drawing' ? [(layer as DrawingLayer).points.map(({ x, y }) => [x, y])] : []
    })
  return { ...stage, send, points }
}

/** Draws with the pen from (100, 100) to (200, 100), and calls `during` in the middle. */
function stroke({ send }: ReturnType<typeof bound>, during = () => {}) {
  send('pointerdown', PEN, 100, 100)
  send('pointermove', PEN, 150, 100)
  during()
  send('pointermove', PEN, 200, 100)
  send('pointerup', PEN, 200, 100)
}

/** The points of that stroke, photo px. */
const STROKE = [200, 300, 400].map((x) => [x, 200])

describe('a pen stroke is kept and the view is unchanged when a palm', () => {
  it.each<[string, (stage: ReturnType<typeof bound>) => void]>([
    [
      'lands before the pen and is lifted after it',
      (stage) => {
        stage.send('pointerdown', PALM, 700, 600)
        stroke(stage, () => stage.send('pointermove', PALM, 720, 610))
        stage.send('pointermove', PALM, 740, 620)
        stage.send('pointerup', PALM, 740, 620)
      },
    ],
    [
      'draws a line before the pen lands',
      (stage) => {
        stage.send('pointerdown', PALM, 700, 600)
        stage.send('pointermove', PALM, 760, 600)
        stroke(stage)
        stage.send('pointerup', PALM, 760, 600)
      },
    ],
    [
      'pinches with two contacts before the pen lands',
      (stage) => {
        stage.send('pointerdown', PALM, 700, 600)
        stage.send('pointerdown', SECOND, 800, 600)
        stage.send('pointermove', SECOND, 900, 600)
        stroke(stage, () => stage.send('pointermove', SECOND, 950, 600))
        stage.send('pointerup', SECOND, 950, 600)
        stage.send('pointerup', PALM, 700, 600)
      },
    ],
    [
      'lands during the stroke and is lifted during the stroke',
      (stage) =>
        stroke(stage, () => {
          stage.send('pointerdown', PALM, 700, 600)
          stage.send('pointermove', PALM, 760, 600)
          stage.send('pointerup', PALM, 760, 600)
        }),
    ],
    [
      'lands during the stroke with two contacts, which stay',
      (stage) => {
        stroke(stage, () => {
          stage.send('pointerdown', PALM, 700, 600)
          stage.send('pointerdown', SECOND, 800, 600)
        })
        stage.send('pointermove', SECOND, 900, 600)
        stage.send('pointerup', SECOND, 900, 600)
        stage.send('pointerup', PALM, 700, 600)
      },
    ],
    [
      'is cancelled by the browser during the stroke',
      (stage) => {
        stage.send('pointerdown', PALM, 700, 600)
        stroke(stage, () => stage.send('pointercancel', PALM))
      },
    ],
  ])('%s', (_, play) => {
    const stage = bound(DRAW)
    const view = stage.viewport.get()
    play(stage)
    expect(stage.points()).toEqual([STROKE])
    expect(stage.viewport.get()).toEqual(view)
    stage.session.history.undo()
    expect(stage.points()).toEqual([])
    expect(stage.session.history.state.undo).toBeNull()
  })
})

it("a canceled pen discards its stroke, and the resting palm doesn't draw", () => {
  const stage = bound(DRAW)
  stage.send('pointerdown', PEN, 100, 100)
  stage.send('pointermove', PEN, 200, 100)
  stage.send('pointerdown', PALM, 700, 600)
  stage.send('pointercancel', PEN)
  stage.send('pointermove', PALM, 760, 600)
  stage.send('pointerup', PALM, 760, 600)
  expect(stage.points()).toEqual([])
})

it('fingers draw and pinch again after the palm was lifted', () => {
  const stage = bound(DRAW)
  stroke(stage, () => stage.send('pointerdown', PALM, 700, 600))
  stage.send('pointerup', PALM, 700, 600)
  stage.send('pointerdown', PALM, 100, 300)
  stage.send('pointermove', PALM, 200, 300)
  stage.send('pointerup', PALM, 200, 300)
  expect(stage.points()).toHaveLength(2)
  const { zoom } = stage.viewport.get()
  stage.send('pointerdown', PALM, 400, 300)
  stage.send('pointerdown', SECOND, 500, 300)
  stage.send('pointermove', SECOND, 600, 300)
  stage.send('pointerup', SECOND, 600, 300)
  stage.send('pointerup', PALM, 400, 300)
  expect(stage.viewport.get().zoom).toBeCloseTo(2 * zoom)
  expect(stage.points()).toHaveLength(2)
})

it("a palm doesn't add a dot to the mask or stop the pen’s brush stroke", () => {
  const stage = bound(MASK_BRUSH)
  stage.send('pointerdown', PALM, 700, 600)
  stroke(stage, () => stage.send('pointerdown', SECOND, 800, 600))
  stage.send('pointerup', SECOND, 800, 600)
  stage.send('pointerup', PALM, 700, 600)
  const { strokes } = stage.session.doc.mend
  expect(strokes.map(({ points }) => points.map(({ x }) => x))).toEqual([[200, 300, 400]])
})

it("a palm doesn't move the layer under it or stop a drag by the pen", () => {
  const stage = bound(SELECT)
  const dragged = stage.add('a', { x: 200, y: 200 })
  const resting = stage.add('b', { x: 1400, y: 1200 })
  stage.session.ui.selection = ['b' as LayerId]
  stage.send('pointerdown', PALM, 700, 600)
  stage.send('pointermove', PALM, 740, 600)
  stroke(stage, () => stage.send('pointerdown', SECOND, 900, 700))
  stage.send('pointermove', PALM, 780, 600)
  stage.send('pointerup', PALM, 780, 600)
  stage.send('pointerup', SECOND, 900, 700)
  expect(resting().center).toEqual({ x: 1400, y: 1200 })
  expect(dragged().center).toEqual({ x: 400, y: 200 })
  expect(stage.session.ui.selection).toEqual(['a'])
})

it('a resting palm does not open a menu', () => {
  const stage = bound(SELECT)
  stage.send('pointerdown', PEN, 100, 100)
  expect(stage.send('pointerdown', PALM, 700, 600).isStopped).toBe(true)
  expect(stage.send('contextmenu', PALM, 700, 600)).toEqual({ isStopped: true, isPrevented: true })
  stage.send('pointerup', PALM, 700, 600)
  expect(stage.send('contextmenu', PALM, 700, 600)).toEqual({ isStopped: false, isPrevented: false })
})
