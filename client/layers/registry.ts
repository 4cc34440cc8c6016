import { conform, type Fields } from '#client/kit/values/fields.ts'
import { type LayerId, newId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Document, DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import type { Description, Disc, LayerKind, LayerOf, LayerTransform } from '#client/render/kind.ts'
import { backgroundKind } from './background/index.ts'
import { cloneKind } from './clone/index.ts'
import { drawingKind } from './drawing/index.ts'
import { objectKind } from './object/index.ts'
import { overlayKind } from './overlay/index.ts'
import { shapeKind } from './shape/index.ts'
import { stickerKind } from './sticker/index.ts'
import { subjectKind } from './subject/index.ts'
import { textKind } from './text/index.ts'

/** All layer kinds by name. To add a kind, import it and add it to this table. */
export const kinds = {
  background: backgroundKind,
  clone: cloneKind,
  drawing: drawingKind,
  object: objectKind,
  overlay: overlayKind,
  shape: shapeKind,
  sticker: stickerKind,
  subject: subjectKind,
  text: textKind,
}

export type Kinds = typeof kinds
export type KindName = keyof Kinds
export type LayerNamed<K extends KindName> =
  Kinds[K] extends LayerKind<infer N extends string, infer F extends Fields> ? LayerOf<N, F> : never

/** A kind without its specific types. Its functions must be called only with layers of that kind. */
export type AnyKind = Omit<LayerKind, 'describe' | 'erase' | 'assetOf' | 'isHiddenByRemoval' | 'transform'> & {
  describe?(layer: Immutable<LayerBase>, index?: number): Description
  erase?(layer: Immutable<LayerBase>, disc: Disc, doc: DocumentSnapshot): object[] | null
  assetOf?(layer: Immutable<LayerBase>): string | null
  isHiddenByRemoval?(layer: Immutable<LayerBase>, doc: DocumentSnapshot): boolean
  transform?: LayerTransform<LayerBase>
}

/** Returns the kind with this name. @throws Error for an unknown kind */
export function kindOf(name: string): AnyKind {
  const kind = (kinds as unknown as Record<string, AnyKind | undefined>)[name]
  if (!kind) throw new Error(`no layer kind '${name}' in the registry`)
  return kind
}

export type LayerValues = Readonly<Record<string, unknown>> & { readonly placement?: LayerBase['placement'] }

/**
 * Creates a layer with the kind's defaults, overridden by `values`, as the frontmost layer. Returns the new layer's id.
 * Must be called within an undo step.
 */
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
