/** Computes the paint order of layers. */
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import type { StackSlot } from './kind.ts'

/** The slot (range of positions in the stack) of each kind. */
export type SlotTable = Readonly<Record<string, { readonly slot: StackSlot }>>

/**
 * Returns the ids of the visible layers, back to front.
 * @throws if a layer's kind is unknown
 */
export const paintOrder = (doc: DocumentSnapshot, kinds: SlotTable): LayerId[] =>
  stackOrder(doc, kinds).filter((id) => !doc.layers[id]?.isHidden)

/**
 * Returns all layers, including hidden ones, back to front: background, layers behind, clones, subject, layers in
 * front. Within each group, the document's order applies. @throws if a layer's kind is unknown
 */
export function stackOrder(doc: DocumentSnapshot, kinds: SlotTable): LayerId[] {
  const ranked = doc.order.flatMap((id) => {
    const layer = doc.layers[id]
    return layer ? [{ id, rank: rankOf(layer, kinds) }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id)
}

const RANKS = { backdrop: 0, background: 1, clones: 2, subject: 3, foreground: 4 } as const

function rankOf({ kind, placement }: Immutable<LayerBase>, kinds: SlotTable): number {
  const slot = kinds[kind]?.slot
  if (!slot) throw new Error(`no layer kind '${kind}' in the registry`)
  return RANKS[slot === 'placed' ? placement : slot]
}
