import { clamp } from '../../../kit/base/fields.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { appendPoint, MIN_GAP, MIN_POINTS, type Points } from '../../../layers/drawing/points.ts'
import { type DrawingLayer, pointFields } from '../../../layers/drawing/schema.ts'
import { photoScale, toPhoto } from '../../../layers/drawing/transform.ts'
import { newLayer } from '../../../layers/newLayer.ts'
import { snapshotOf } from '../../../model/session/session.ts'
import { toDocument } from '../../../render/compositor/viewport.ts'
import type { ToolContext } from '../tool.ts'
import type { StrokeGesture } from './strokeGesture.ts'

/**
 * Width of a pen's stroke relative to the brush's size, at no and at full pressure. At medium pressure the factor is 1.
 */
const LIGHTEST = 0.3
const HEAVIEST = 1.7

/** Starts a pencil stroke. From its second point on the stroke is a layer of its own. */
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
      const point = { ...toPhoto(before, toDocument(view, at)), size: clamp(pointFields.size, width / unit), color }
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
