import { useSnapshot } from 'valtio'
import type { LayerId } from '../../base/ids.ts'
import type { LayerBase } from '../../document/document.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { TextLayer } from './schema.ts'

/** The living record, for controls; null when the layer is gone. Renders again only when it comes or goes. */
export function useTextLayer(id: LayerId): TextLayer | null {
  const { doc } = useSession()
  const kind = useSnapshot(doc).layers[id]?.kind
  const layer: LayerBase | undefined = doc.layers[id]
  return kind === 'text' && layer ? (layer as TextLayer) : null // its kind says which fields it has
}
