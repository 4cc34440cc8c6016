/** How much of a text the subject hides. */

import { applied, inverse, turning } from '../../kit/base/affine.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { MatteAsset } from '../../model/assets/store.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import { type DocumentSnapshot, layerOfKind } from '../../model/document/document.ts'
import { subjectMap } from '../../render/photo/subjectPlacement.ts'
import { centerOf } from '../shared/placed.ts'
import type { TextLayer } from './schema.ts'

/** Number of sample points across and down. */
const ACROSS = 32
const DOWN = 12

/** 0 … 1 of the part of `ink` (em about the words' centre) that lies on the canvas; 0 where nothing stands before it. */
export function hiddenPart(layer: Immutable<TextLayer>, ink: Rect, doc: DocumentSnapshot, matte: MatteAsset): number {
  const subject = layerOfKind(doc, 'subject')
  if (!subject || subject.isHidden || layer.placement !== 'background') return 0
  const canvas = canvasSize(doc)
  const center = centerOf(layer, canvas)
  const turn = turning(layer.rotation)
  const toPhoto = inverse(subjectMap(doc))
  let [seen, covered] = [0, 0]
  for (let i = 0; i < ACROSS * DOWN; i++) {
    const [u, v] = [((i % ACROSS) + 0.5) / ACROSS, (Math.floor(i / ACROSS) + 0.5) / DOWN]
    const [right, down] = [ink.x + u * ink.width, ink.y + v * ink.height]
    const from = applied(turn, { x: right * layer.fontSize, y: down * layer.fontSize })
    const at = { x: center.x + from.x, y: center.y + from.y }
    if (at.x < 0 || at.y < 0 || at.x >= canvas.width || at.y >= canvas.height) continue
    seen++
    const { x, y } = applied(toPhoto, at)
    if (x < 0 || y < 0 || x >= matte.width || y >= matte.height) continue
    covered += (matte.coverage[Math.floor(y) * matte.width + Math.floor(x)] ?? 0) / 255
  }
  return seen > 0 ? covered / seen : 0
}
