/** How a layer is spoken of: its name, and its place in words. For lists, and for who cannot see the canvas. */
import { canvasSize } from '../document/backdrop.ts'
import type { DocumentSnapshot, Immutable, LayerBase } from '../document/document.ts'
import { kindOf } from './registry.ts'

type AnyLayer = Immutable<LayerBase>

/** What it is called as long as nobody has renamed it. */
export const kindName = (layer: AnyLayer): string => {
  const { nameOf, label } = kindOf(layer.kind)
  return nameOf?.(layer) ?? label
}

export const layerName = (layer: AnyLayer): string => layer.name ?? kindName(layer)

/** "behind the subject, 40 % from the left, 50 % from the top"; what has no such place says less. */
export function placeWords(layer: AnyLayer, doc: DocumentSnapshot): string {
  const { slot, transform } = kindOf(layer.kind)
  const side = slot === 'subject' || slot === 'backdrop' ? [] : [sideWords(layer)]
  const size = canvasSize(doc)
  const center = doc.photo && transform?.placed(layer, doc).center
  const share = (at: number, length: number) => `${Math.round((100 * at) / length)} %`
  const place = center
    ? [`${share(center.x, size.width)} from the left`, `${share(center.y, size.height)} from the top`]
    : []
  return [...side, ...place].join(', ')
}

const sideWords = ({ placement }: AnyLayer) =>
  placement === 'background' ? 'behind the subject' : 'in front of the subject'

/** All that a row shows, in one sentence. */
export function layerWords(layer: AnyLayer, doc: DocumentSnapshot): string {
  const { label } = kindOf(layer.kind)
  const name = layerName(layer)
  const state = [layer.isHidden && 'hidden', layer.isLocked && 'locked'].filter(Boolean)
  return [name === label ? label : `${label} ${name}`, placeWords(layer, doc), ...state].filter(Boolean).join(', ')
}
