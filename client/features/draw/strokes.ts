import type { ToolContext } from '#client/editor/tools/tool.ts'
import { distance, type Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { appendPoint, MIN_GAP, MIN_POINTS, type Points } from '#client/layers/drawing/points.ts'
import { type DrawingLayer, pointFields } from '#client/layers/drawing/schema.ts'
import { photoScale, toPhoto } from '#client/layers/drawing/transform.ts'
import { type KindName, kindOf, newLayer } from '#client/layers/registry.ts'
import type { Document, DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import type { Disc } from '#client/render/kind.ts'

/** A stroke of the pencil or the eraser, from pointer down to pointer up. Positions are CSS px on the canvas. */
export interface StrokeGesture {
  to(at: Point, pressure: number | null): void
  /** Ends the gesture as one undo step. Discards a stroke without length. */
  end(): void
  cancel(): void
}

/** Factor of a pen's stroke width at zero pressure. At half pressure, the factor is 1. */
const LIGHTEST = 0.3
const HEAVIEST = 1.7

/** Starts a pencil stroke. The layer is created at the stroke's second point. */
export function startPencil({ session, viewport }: ToolContext): StrokeGesture {
  const { doc, history, ui } = session
  const { size, color, placement } = ui.draw
  const gesture = history.begin(t('Draw'))
  const before = snapshotOf(session)
  const unit = photoScale(before)
  let points: Points = []

  return {
    to(at, pressure) {
      if (!gesture.isOpen) return
      const view = viewport.get()
      const width = pressure === null ? size : size * (LIGHTEST + (HEAVIEST - LIGHTEST) * pressure)
      const point = {
        ...toPhoto(before, toDocument(view, at)),
        size: clampField(pointFields.size, width / unit),
        color,
      }
      const grown = appendPoint(points, point, MIN_GAP / view.zoom / unit)
      if (grown === points) return
      points = grown
      if (points.length < MIN_POINTS) return
      const [id] = ui.draw.activeStroke
      const layer = id && (doc.layers[id] as DrawingLayer | undefined)
      if (layer) layer.points = points
      else ui.draw.activeStroke = [newLayer(doc, 'drawing', { points, placement })]
    },
    end() {
      ui.draw.activeStroke = []
      gesture.commit()
    },
    cancel() {
      ui.draw.activeStroke = []
      gesture.cancel()
    },
  }
}

/** Starts erasing in all visible, unlocked layers whose kind can be erased. */
export function startErasing({ session, viewport }: ToolContext): StrokeGesture {
  const gesture = session.history.begin(t('Erase'))
  let last: Point | null = null

  return {
    to(at) {
      if (!gesture.isOpen) return
      const next = toDocument(viewport.get(), at)
      const radius = session.ui.draw.size / 2
      // erases overlapping discs along the path, so that the edge is smooth at any pointer speed
      const from = last ?? next
      const steps = Math.max(1, Math.ceil(distance(next, from) / (radius / 2)))
      for (let i = 1; i <= steps; i++)
        eraseAt(session, snapshotOf(session), {
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

function eraseAt({ doc }: Session, before: DocumentSnapshot, disc: Disc) {
  for (const id of before.order) {
    const layer = before.layers[id]
    if (!layer || layer.isHidden || layer.isLocked) continue
    const left = kindOf(layer.kind).erase?.(layer, disc, before)
    if (left) replace(doc, layer, left)
  }
}

/**
 * Replaces a layer with the parts that remain. The parts inherit the layer's position in the stack, placement, name,
 * blend mode, anchor and depth.
 */
function replace(doc: Document, layer: Immutable<LayerBase>, left: readonly object[]) {
  const { id, kind, placement, name, blendMode, anchor, depth } = layer
  const shared = {
    ...(name && { name }),
    ...(blendMode && { blendMode }),
    ...(anchor && { anchor }),
    ...(depth !== undefined && { depth }),
  }
  const at = doc.order.indexOf(id)
  const ids = left.map((values) => {
    // safe cast: the registry contains the kind of every layer
    const part = newLayer(doc, kind as KindName, { ...values, placement })
    doc.order.pop()
    Object.assign(doc.layers[part] ?? {}, shared)
    return part
  })
  delete doc.layers[id]
  doc.order.splice(at, 1, ...ids)
}
