/** Tests that a palm on the screen doesn't end or change the gesture of a pen. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SELECT } from '#client/editor/tools/select.ts'
import { boundCanvas, PALM, PEN, SECOND, stroke } from '#client/editor/tools/testing.ts'
import type { ToolEntry } from '#client/editor/tools/tool.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { DrawingLayer } from '#client/layers/drawing/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { DRAW } from './draw.ts'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
beforeEach(() => vi.stubGlobal('HTMLElement', class {}))

/** Opens a photo with a tool. `points`: points of each drawing in photo px. */
function bound(entry: ToolEntry) {
  const stage = boundCanvas(entry)
  const { session } = stage
  if (entry === DRAW) session.history.restart(() => void newLayer(session.doc, 'background'))
  session.ui.draw.isOn = entry === DRAW
  const points = () =>
    session.doc.order.flatMap((id) => {
      const layer = session.doc.layers[id]
      return layer?.kind === 'drawing' ? [(layer as DrawingLayer).points.map(({ x, y }) => [x, y])] : []
    })
  return { ...stage, points }
}

/** The points of the pen's stroke in photo px. */
const STROKE = [200, 300, 400].map((x) => [x, 200])

describe("a palm doesn't disturb the pen's stroke or move the view", () => {
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
      'is canceled by the browser during the stroke',
      (stage) => {
        stage.send('pointerdown', PALM, 700, 600)
        stroke(stage, () => stage.send('pointercancel', PALM))
      },
    ],
  ])('the palm %s', (_, play) => {
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

it("a resting palm doesn't draw after the pen's stroke is canceled", () => {
  const stage = bound(DRAW)
  stage.send('pointerdown', PEN, 100, 100)
  stage.send('pointermove', PEN, 200, 100)
  stage.send('pointerdown', PALM, 700, 600)
  stage.send('pointercancel', PEN)
  stage.send('pointermove', PALM, 760, 600)
  stage.send('pointerup', PALM, 760, 600)
  expect(stage.points()).toEqual([])
})

it('fingers draw and pinch again after the palm is lifted', () => {
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

it("a resting palm doesn't move a layer while the pen drags another layer", () => {
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
