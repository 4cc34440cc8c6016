import { conform } from '../kit/base/fields.ts'
import { type LayerId, newId } from '../kit/base/ids.ts'
import type { Document, LayerBase } from '../model/document/document.ts'
import type { LayerKind } from '../render/kind.ts'
import { type KindName, kinds } from './registry.ts'

/** Values for any of the kind's fields, and the placement. */
export type LayerValues = Readonly<Record<string, unknown>> & { readonly placement?: LayerBase['placement'] }

/** Creates a layer: the kind's defaults, overridden by `values`, at the end of the order. Call it within an undo step. */
export function newLayer(
  { layers, order }: Pick<Document, 'layers' | 'order'>,
  name: KindName,
  values: LayerValues = {},
): LayerId {
  const kind: Pick<LayerKind, 'fields' | 'placement'> = kinds[name]
  const id = newId<LayerId>()
  layers[id] = { ...conform(kind.fields, values), id, kind: name, placement: values.placement ?? kind.placement }
  order.push(id)
  return id
}
