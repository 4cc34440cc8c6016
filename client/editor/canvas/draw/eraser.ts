import type { Point } from '../../../kit/base/geometry.ts'
import type { LayerId } from '../../../kit/base/ids.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { type Disc, erased } from '../../../layers/drawing/erase.ts'
import { distanceToInk } from '../../../layers/drawing/points.ts'
import type { DrawingLayer, StrokePoint } from '../../../layers/drawing/schema.ts'
import { fromStroke, onPhoto, toStroke, unitOf } from '../../../layers/drawing/transform.ts'
import { newLayer } from '../../../layers/newLayer.ts'
import type { Document } from '../../../model/document/document.ts'
import { type Session, snapshotOf } from '../../../model/session/session.ts'
import { toDocument } from '../../../render/compositor/viewport.ts'
import type { ToolContext } from '../tool.ts'
import type { StrokeGesture } from './strokeGesture.ts'

/** Takes away what the brush passes over. A stroke cut in two is two strokes, in the same place of the stack. */
export function startErasing({ session, viewport }: ToolContext): StrokeGesture {
  const gesture = session.history.begin(t('Erase'))
  let last: Point | null = null

  return {
    to(at) {
      if (!gesture.isOpen) return
      const next = toDocument(viewport.get(), at)
      const radius = session.ui.draw.size / 2
      // Discs close enough to leave no tooth between them, however fast the hand moves.
      const from = last ?? next
      const steps = Math.max(1, Math.ceil(Math.hypot(next.x - from.x, next.y - from.y) / (radius / 2)))
      for (let i = 1; i <= steps; i++)
        eraseAt(session, {
          x: from.x + ((next.x - from.x) * i) / steps,
          y: from.y + ((next.y - from.y) * i) / steps,
          radius,
        })
      last = next
    },
    end: () => gesture.commit(),
    cancel: () => gesture.cancel(),
  }
}

/** The disc in document px. */
function eraseAt(session: Session, disc: Disc) {
  const before = snapshotOf(session)
  const { layers, order } = before
  for (const id of order) {
    const layer = layers[id]
    if (layer?.kind !== 'drawing') continue
    const stroke = layer as typeof layer & DrawingLayer // its kind was asked
    const radius = disc.radius / unitOf(stroke, before)
    const local = { ...toStroke(stroke, onPhoto(before, disc)), radius }
    if (distanceToInk(stroke.points, local) >= radius) continue
    const runs = erased(stroke.points, local)
    if (runs) replace(session.doc, id, stroke, runs)
  }
}

/**
 * The runs stand where the stroke stood. A run has a middle of its own, about which it is turned and scaled, so what
 * the stroke's handles had done to it is kept by moving each run.
 */
function replace(doc: Document, id: LayerId, stroke: DrawingLayer, runs: readonly StrokePoint[][]) {
  const at = doc.order.indexOf(id)
  const { points: _, id: __, kind: ___, ...rest } = structuredClone(stroke)
  const ids = runs.map((points) => {
    const run = newLayer(doc, 'drawing', { ...rest, points })
    doc.order.pop()
    settle(doc.layers[run] as DrawingLayer, stroke)
    return run
  })
  delete doc.layers[id]
  doc.order.splice(at, 1, ...ids)
}

/** Moves a run so that its first point lies where the whole stroke had it. */
function settle(run: DrawingLayer, stroke: DrawingLayer) {
  const [first] = run.points
  if (!first) return
  const shown = fromStroke(stroke, first)
  const now = fromStroke(run, first)
  run.position.x += shown.x - now.x
  run.position.y += shown.y - now.y
}
