import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import type { LayerBase } from '../../model/document/document.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import type { KindName, LayerNamed } from '../registry.ts'

/** The living record, for controls; null when the layer is gone. Renders again only when it comes or goes. */
export function useLayer<K extends KindName>(kind: K, id: LayerId): LayerNamed<K> | null {
  const { doc } = useSession()
  const found = useSnapshot(doc).layers[id]?.kind
  const layer: LayerBase | undefined = doc.layers[id]
  return found === kind && layer ? (layer as LayerNamed<K>) : null // its kind says which fields it has
}
