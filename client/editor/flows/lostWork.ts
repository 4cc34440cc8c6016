/**
 * Finds out which work would be lost if the document is replaced: unsaved changes, and layers that belong to the photo.
 */

import { formatList } from '#client/kit/i18n/format.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { hasDefaults } from '#client/kit/values/fields.ts'
import { layerName } from '#client/layers/naming.ts'
import { photoFieldLabels } from '#client/layers/photoFields.ts'
import { kindOf } from '#client/layers/registry.ts'
import { type CorePart, type DocumentSnapshot, isPhotoLayer, settingsRules } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'

/**
 * Confirmation shown before a template is applied to another photo. The caller adds a sentence with the layers that
 * will be left out.
 */
const CONFIRM_REUSE = {
  title: 'Reuse these layers on another photo?',
  confirm: 'Use template',
  cancel: 'Keep editing',
} as const

/**
 * Returns true if the document equals that of a newly uploaded photo. Compares values with their defaults, so undone
 * changes don't count.
 */
export const isPristine = (doc: DocumentSnapshot): boolean =>
  Object.values(IS_PRISTINE).every((isPartPristine) => isPartPristine(doc)) && changedSettings(doc).length === 0

const IS_PRISTINE: { readonly [P in CorePart]: (doc: DocumentSnapshot) => boolean } = {
  photo: () => true,
  separation: ({ separation }) => !separation?.chosen,
  backdrop: ({ backdrop }) => backdrop.type === 'original',
  crop: ({ crop }) => !crop,
  layers: ({ layers }) =>
    Object.values(layers).every((layer) => {
      if (!isPhotoLayer(layer)) return false
      if (layer.name || layer.isHidden || layer.isLocked || layer.blendMode || layer.depth !== undefined) return false
      return hasDefaults(kindOf(layer.kind).fields, layer)
    }),
  order: () => true, // the user can't reorder the photo's own layers
}

/** Returns the labels of the changed settings. The label of settings that templates contain is undefined. */
const changedSettings = (doc: DocumentSnapshot) =>
  settingsRules.flatMap(([part, { fields, photoLabel }]) =>
    doc[part] && !hasDefaults(fields, doc[part]) ? [photoLabel] : [],
  )

/**
 * Returns true for unsaved work: the document differs from that of a newly uploaded photo, and has changed since the
 * last download.
 */
export function hasUnsavedWork(session: Session): boolean {
  const doc = snapshotOf(session)
  return doc.photo !== null && !isPristine(doc) && session.history.state.version !== session.ui.downloadedVersion
}

/**
 * Returns true for unsaved work that isn't stored on this device. This work would be lost when the user closes the
 * page.
 */
export const mayLoseWork = (session: Session): boolean =>
  hasUnsavedWork(session) && session.history.state.version !== session.ui.storedVersion

/**
 * Returns a confirmation question with the parts of the document that can't be applied to another photo. Null if there
 * are none.
 */
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
    ...[...changedSettings(doc).flatMap((label) => label ?? []), ...fields].map((label) => t(label)),
  ]
  if (names.length === 0) return null
  return {
    ...tAll(title),
    text: t('These layers and edits work only on this photo and won’t be reused: {names}.', {
      names: formatList(names),
    }),
  }
}
