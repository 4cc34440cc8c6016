/** Measures frames of a growing stroke on a 12 MP photo: the first stroke, and a stroke after 100 others. */
import { listOf } from '#client/kit/values/immutable.ts'
import type { DrawingLayer } from '#client/layers/drawing/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { Session } from '#client/model/session/session.ts'
import { type Gesture, startGesture, timeGestures } from '../gpu/gesture.ts'
import { type Measured, ms, type Setting } from '../gpu/setting.ts'
import { strokeAt } from './layers.ts'

/** Number of points of a stroke. */
const LENGTH = 240

export async function measure(setting: Setting): Promise<Measured> {
  const { first, late } = await timeGestures(setting, LENGTH, {
    first: (session) => startStroke(session, 0),
    late: (session) => startStroke(session, 100),
  })
  const line = `a stroke that grows after 100 strokes ${ms(late)}, the first ${ms(first)}`
  return { figures: { stroke100Vs1: late / first }, lines: [line] }
}

/**
 * Adds `strokes` strokes. Then starts another stroke as the pencil does: one gesture, which adds a layer at the second
 * point.
 */
function startStroke(session: Session, strokes: number): Promise<Gesture> {
  for (let i = 0; i < strokes; i++)
    newLayer(session.doc, 'drawing', {
      points: strokeAt((i * 337) % 3200, 100 + ((i * 211) % 2700)),
      placement: 'foreground',
    })
  return startGesture(session, [], () => {
    const points = strokeAt(400, 1400, LENGTH + 2)
    const id = newLayer(session.doc, 'drawing', { points: points.slice(0, 2), placement: 'foreground' })
    session.ui.draw.activeStroke = [id]
    const layer = session.doc.layers[id] as DrawingLayer
    return () => {
      const next = points[layer.points.length]
      if (next) layer.points = listOf([...layer.points, next])
    }
  })
}
