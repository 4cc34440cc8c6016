import { formatList } from '../../kit/i18n/format.ts'
import { t, tAll } from '../../kit/i18n/translate.ts'
import { layerName } from '../../layers/naming.ts'
import { photoFieldLabels } from '../../layers/photoFields.ts'
import { kindOf } from '../../layers/registry.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { hasNoMaskEdits } from '../../model/document/maskEdits.ts'
import { CONFIRM_REUSE } from './messages.ts'

/** Returns the question that names what of a document belongs to its photo; null when everything can move. */
export function leftBehind(
  doc: DocumentSnapshot,
  title: { title: string; confirm: string; cancel: string } = CONFIRM_REUSE,
) {
  const layers = Object.values(doc.layers).filter(({ kind }) => kindOf(kind).isBoundToPhoto)
  const fields = Object.values(doc.layers)
    .filter((layer) => !layers.includes(layer))
    .flatMap(photoFieldLabels)
  const names = [
    ...layers.map((layer) => layerName(layer, doc)),
    ...(hasNoMaskEdits(doc.mend) ? [] : [t('Mend mask')]),
    ...fields.map((label) => t(label)),
  ]
  if (names.length === 0) return null
  return {
    ...tAll(title),
    text: t('Made for this photo, and not on the other one: {names}.', { names: formatList(names) }),
  }
}
