/** Splits text layers with some letters in front of the subject into two layers, for painting. */
import { memoOn } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'

/** The part of a layer on one side of the subject. */
export type Half = 'behind' | 'front'

type Layer = Immutable<LayerBase>
type HalfLayer = Layer & { readonly half: Half }

/**
 * Returns a document that splits each layer with letters in front of the subject into two layers. The layer itself has
 * the letters behind the subject, and another layer has the letters in front. Both have the layer's settings, so
 * opacity, blend mode and effects apply to each half. Every program that paints layers separately calls this function
 * first. The result is never stored. Returns the same object for the same document.
 */
export const withHalves = memoOn((doc: DocumentSnapshot): DocumentSnapshot => {
  const split = new Map(doc.order.flatMap((id) => (isSplit(doc.layers[id]) ? [[id, halvesOf(doc.layers[id])]] : [])))
  if (split.size === 0) return doc
  const halves = [...split.values()].flatMap((pair) => pair.map((half) => [half.id, half] as const))
  return {
    ...doc,
    layers: { ...doc.layers, ...Object.fromEntries(halves) },
    order: doc.order.flatMap((id) => split.get(id)?.map((half) => half.id) ?? [id]),
  }
})

/** Returns the half that a layer of a document from `withHalves` paints, or null if it paints the whole layer. */
export const halfOf = (layer: Layer): Half | null => ('half' in layer ? (layer as HalfLayer).half : null)

/** Returns true for a layer behind the subject with letters in front (`front` of the text kind). */
const isSplit = (layer: Layer | undefined): layer is Layer =>
  layer?.placement === 'background' && 'front' in layer && layer.front !== '' && halfOf(layer) === null

/** Returns the same halves for the same layer, because the scene compares layers by identity. */
const halvesOf = memoOn((layer: Layer): readonly HalfLayer[] => [
  { ...layer, half: 'behind' },
  { ...layer, half: 'front', id: `${layer.id} front` as LayerId, placement: 'foreground' },
])
