/**
 * Computes the depth planes of a motion or a lens blur. Each visible layer has one plane: a depth, and a document that
 * contains only this layer.
 */
import type { LayerId } from '#client/kit/values/ids.ts'
import { type DocumentSnapshot, type LayerBase, layerOfKind } from '#client/model/document/document.ts'
import { asLifted } from './objects/lifted.ts'

/** Default depths of the far end, the subject and the nearest layer. */
const [FAR, SUBJECT, NEAR] = [1, 0.6, 0.35] as const

/**
 * Returns the depth of every visible layer, back to front. Depth 1 is the far end. A layer without its own depth gets a
 * depth by its position in the stack. Such layers are spaced evenly between the background and the subject, or between
 * the subject and the nearest depth. `stack`: all layers, back to front.
 */
export function depthsOf(doc: DocumentSnapshot, stack: readonly { id: LayerId }[]): Map<LayerId, number> {
  const order = stack.map(({ id }) => id).filter((id) => doc.layers[id]?.isHidden !== true)
  const subject = order.findIndex((id) => doc.layers[id]?.kind === 'subject')
  const isBehind = (id: LayerId, i: number) => (subject < 0 ? doc.layers[id]?.placement === 'background' : i < subject)
  const placed = order.map((id, i) => ({
    id,
    isBehind: isBehind(id, i),
    isPlaced: i !== subject && !isBackground(doc, id),
  }))
  const behind = placed.flatMap((one) => (one.isPlaced && one.isBehind ? one.id : []))
  const front = placed.flatMap((one) => (one.isPlaced && !one.isBehind ? one.id : []))
  const defaultDepth = (id: LayerId) => {
    if (isBackground(doc, id)) return FAR
    if (behind.includes(id))
      return SUBJECT + ((behind.length - behind.indexOf(id)) / (behind.length + 1)) * (FAR - SUBJECT)
    // the index is -1 for the subject
    return SUBJECT - ((front.indexOf(id) + 1) / Math.max(1, front.length)) * (SUBJECT - NEAR)
  }
  return new Map(order.map((id) => [id, (doc.layers[id]?.depth ?? 100 * defaultDepth(id)) / 100]))
}

const isBackground = (doc: DocumentSnapshot, id: LayerId) => doc.layers[id]?.kind === 'background'

/**
 * Returns a document that shows one layer alone, unaffected by other layers. The background behind a cutout is filled.
 * The edge of a cutout has only the cutout's own colors, so that it can be painted at a different position.
 */
export function aloneInScene(doc: DocumentSnapshot, id: LayerId): DocumentSnapshot {
  const isFilledBackground = doc.backdrop.type === 'original' && isBackground(doc, id)
  const subject = layerOfKind(doc, 'subject')
  const layers = Object.fromEntries(
    Object.values(doc.layers).map((layer) => {
      const isLifted = layer.id !== id && (layer.id === subject?.id || asLifted(layer) !== null)
      return [layer.id, isLifted ? hiddenAndFilled(layer) : layer]
    }),
  )
  const backdrop =
    doc.backdrop.type === 'original' && !isFilledBackground ? { type: 'transparent' as const } : doc.backdrop
  return { ...doc, backdrop, layers, order: [id] }
}

/** Hides a cutout and fills the background at its position, even if the user has turned off the fill. */
function hiddenAndFilled<L extends DocumentSnapshot['layers'][LayerId]>(layer: L): L {
  const fill = (layer as L & { fill?: object }).fill // safe cast: all cutouts have the field `fill`
  return { ...layer, isHidden: true as const, ...(fill && { fill: { ...fill, enabled: true } }) } satisfies LayerBase
}

/** Returns a document whose layers store these depths, so that later changes to the stack don't affect them. */
export function withDepths(doc: DocumentSnapshot, depths: ReadonlyMap<LayerId, number>): DocumentSnapshot {
  const layers = Object.entries(doc.layers).map(([id, layer]) => {
    const depth = depths.get(layer.id)
    return [id, depth === undefined ? layer : { ...layer, depth: 100 * depth }]
  })
  return { ...doc, layers: Object.fromEntries(layers) }
}
