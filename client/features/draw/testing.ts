/** A canvas with the draw tool, for tests without a browser. */
import { canvas } from '#client/editor/tools/testing.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { DrawingLayer } from '#client/layers/drawing/schema.ts'
import { kinds, newLayer } from '#client/layers/registry.ts'
import { DRAW } from './draw.ts'

/** Opens a segmented 2000 × 1600 px photo at zoom 0.5. By default, the drawing mode is on (DRAW). */
export function paper(entry = DRAW) {
  const made = canvas({ entry })
  const { session } = made
  Object.assign(made.kinds, kinds)
  session.history.restart(() => {
    session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 9, height: 9 } }
    newLayer(session.doc, 'background')
  })
  session.ui.draw.isOn = entry === DRAW || null
  const strokes = () =>
    session.doc.order.map((id) => session.doc.layers[id]).filter((layer) => layer?.kind === 'drawing') as DrawingLayer[]
  const draw = (...places: [number, number][]) => {
    const [[x, y] = [0, 0], ...rest] = places
    made.pointer.down({ x, y })
    for (const [to, down] of rest) made.pointer.move({ x: to, y: down })
    made.pointer.up()
  }
  return { ...made, strokes, draw }
}
