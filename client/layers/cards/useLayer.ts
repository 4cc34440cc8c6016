import { sameItems } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { useSessionValue } from '#client/model/session/session.ts'
import type { KindName, LayerNamed } from '../registry.ts'

/**
 * Hook that returns a layer's proxy for its controls. Returns null if no layer of this kind has the id. Rerenders when
 * a nested record of the layer is replaced, because controls must not write to an outdated record.
 */
export function useLayer<K extends KindName>(kind: K, id: LayerId): LayerNamed<K> | null {
  const [layer] = useSessionValue(({ doc }) => recordsOf(doc.layers[id]), sameItems)
  return layer?.kind === kind ? (layer as LayerNamed<K>) : null // safe cast: the condition checks the kind
}

/** Returns the layer's proxy and the proxies of its field groups. */
const recordsOf = (layer: LayerBase | undefined): readonly [LayerBase?, ...unknown[]] =>
  layer ? [layer, ...Object.values(layer).filter((value) => typeof value === 'object')] : []
