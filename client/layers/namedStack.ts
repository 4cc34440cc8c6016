import type { LayerId } from '../kit/base/ids.ts'
import type { DocumentSnapshot } from '../model/document/document.ts'
import { stackOrder } from '../render/stackOrder.ts'
import { layerName } from './naming.ts'
import { kinds } from './registry.ts'

/** Returns id and displayed name of all layers, hidden ones too, back to front. */
export const namedStack = (doc: DocumentSnapshot): { id: LayerId; name: string }[] =>
  stackOrder(doc, kinds).flatMap((id) => {
    const layer = doc.layers[id]
    return layer ? [{ id, name: layerName(layer, doc) }] : []
  })
