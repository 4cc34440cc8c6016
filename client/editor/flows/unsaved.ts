import { tuneFields } from '#shaders/tune/enhancements.ts'
import { defaults } from '../../kit/base/fields.ts'
import { kindOf } from '../../layers/registry.ts'
import { type DocumentSnapshot, isPhotoLayer } from '../../model/document/document.ts'
import { hasNoMaskEdits } from '../../model/document/maskEdits.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'

/**
 * Returns true when the document equals a newly uploaded photo. Compared with default values, so that undone work does
 * not count.
 */
function isPristine(doc: DocumentSnapshot): boolean {
  const untouched = JSON.stringify(defaults(tuneFields))
  if (Object.values(doc.tune).some((set) => JSON.stringify({ ...defaults(tuneFields), ...set }) !== untouched))
    return false
  if (doc.backdrop.type !== 'original' || !hasNoMaskEdits(doc.mend)) return false
  if (doc.crop || doc.separation?.chosen) return false
  return Object.values(doc.layers).every((layer) => {
    if (!isPhotoLayer(layer)) return false
    if (layer.name || layer.isHidden || layer.isLocked || layer.blendMode) return false
    const fields = defaults(kindOf(layer.kind).fields)
    return Object.entries(fields).every(
      ([name, value]) => JSON.stringify((layer as unknown as Record<string, unknown>)[name]) === JSON.stringify(value),
    )
  })
}

/**
 * Returns true for unsaved work (spec §4): the document differs from a newly uploaded photo and has changed since the
 * last download.
 */
export function hasUnsavedWork(session: Session): boolean {
  const doc = snapshotOf(session)
  return doc.photo !== null && !isPristine(doc) && session.history.state.version !== session.ui.savedVersion
}

/** Returns true for unsaved work that is not stored on this device either, so that closing the page would lose it. */
export const mayLoseWork = (session: Session): boolean =>
  hasUnsavedWork(session) && session.history.state.version !== session.ui.keptVersion
