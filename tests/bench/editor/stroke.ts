/** Frames of a growing stroke on 12 MP: after 100 strokes, compared with the first stroke. */
import { listOf } from '#client/kit/base/immutable.ts'
import type { DrawingLayer } from '#client/layers/drawing/schema.ts'
import { newLayer } from '#client/layers/registry.ts'
import { coverageOf, portrait, sessionOf } from '../gpu/documents.ts'
import { type Gesture, startGesture } from '../gpu/gesture.ts'
import { photoOf, sizeOf } from '../gpu/photo.ts'
import { type Frame, type Measured, ms, rounds, type Setting } from '../gpu/setting.ts'
import { strokeAt } from './layers.ts'

const CANVAS = { width: 1600, height: 1000 }
/** Points of the whole stroke. */
const LENGTH = 240

export async function measure(setting: Setting): Promise<Measured> {
  const size = sizeOf(12)
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const started = await Promise.all(
    [0, 100].map(async (strokes) => start(await createImageBitmap(bitmap), coverage, strokes)),
  )
  const [first, late] = started.map(({ frame }) => frame) as [Frame, Frame]
  const times = await rounds(LENGTH, { first, late })
  for (const { stop } of started) stop()
  const line = `a stroke that grows after 100 strokes ${ms(times.late)}, the first ${ms(times.first)}`
  return { figures: { stroke100Vs1: times.late / times.first }, lines: [line] }
}

/** Draws like the pencil: one gesture that adds a layer at the second point. */
async function start(bitmap: ImageBitmap, coverage: Uint8Array<ArrayBuffer>, strokes: number): Promise<Gesture> {
  const session = sessionOf(bitmap, coverage)
  for (let i = 0; i < strokes; i++)
    newLayer(session.doc, 'drawing', {
      points: strokeAt((i * 337) % 3200, 100 + ((i * 211) % 2700)),
      placement: 'foreground',
    })
  return startGesture(session, CANVAS, [], () => {
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
