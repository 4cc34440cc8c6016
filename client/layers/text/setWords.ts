/** Changes the text of a layer, which may fill its text box. */
import { clampField } from '#client/kit/base/fields.ts'
import { rotatePoint } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { centerOf } from '../shared/placed.ts'
import { followWords } from './front.ts'
import { type TextLayer, textFields } from './schema.ts'
import { fillingSize, textSize, textTransform } from './transform.ts'

/** Minimum share of `fillingSize` for a text layer to count as filling its text box. */
const FILLS = 0.97

/** Returns true if the text is behind the subject and fills its text box. */
export const fillsFrame = (layer: Immutable<TextLayer>): boolean =>
  layer.frame.enabled && layer.placement === 'background' && layer.fontSize >= FILLS * fillingSize(layer)

/**
 * Changes the text of a layer. The edge where the lines are aligned doesn't move. `fills`: the text filled its text box
 * when the user began to type (`fillsFrame`). It then fills the box with other text, too, so that a short word doesn't
 * hide behind the subject. Call it within an undo step. The font must be loaded.
 */
export function setWords(layer: TextLayer, text: string, doc: DocumentSnapshot, fills = fillsFrame(layer)): void {
  const { width } = textSize(layer)
  Object.assign(layer, { text, front: followWords(layer, text) })
  const size = fillingSize(layer)
  if (fills && size < Number.POSITIVE_INFINITY) layer.fontSize = clampField(textFields.fontSize, size)
  const side = { left: 0.5, center: 0, right: -0.5 }[layer.alignment]
  if (layer.frame.enabled || side === 0 || layer.curve !== 0) return
  const shift = rotatePoint({ x: side * (textSize(layer).width - width), y: 0 }, layer.rotation)
  const { x, y } = centerOf(layer, canvasSize(doc))
  textTransform.moveTo(layer, { x: x + shift.x, y: y + shift.y }, doc)
}
