import { type DocumentSnapshot, layerOfKind } from '../../model/document/document.ts'
import type { Cutout } from '../../render/matting/separation.ts'

/** Returns the subject's outline settings, which clones share; undefined without a subject. */
export const cutoutOf = (doc: DocumentSnapshot): Cutout | undefined =>
  (layerOfKind(doc, 'subject') as { readonly cutout?: Cutout } | undefined)?.cutout
