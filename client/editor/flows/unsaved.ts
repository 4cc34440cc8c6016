/** Unsaved work (spec §4): anything that differs from a freshly uploaded photo and was not downloaded since. */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { defaults } from '../../kit/base/fields.ts'
import { kindOf } from '../../layers/registry.ts'
import { type DocumentSnapshot, isPhotoLayer } from '../../model/document/document.ts'
import { hasNoMaskEdits } from '../../model/document/maskEdits.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'

/** Compared with defaults, not with "was touched": work that was undone is no work. */
function isPristine(doc: DocumentSnapshot): boolean {
  const untouched = JSON.stringify(defaults(tuneFields))
  if (Object.values(doc.tune).some((set) => JSON.stringify({ ...defaults(tuneFields), ...set }) !== untouched))
    return false
  if (doc.backdrop.type !== 'original' || !hasNoMaskEdits(doc.mend)) return false
  return Object.values(doc.layers).every((layer) => {
    if (!isPhotoLayer(layer)) return false
    const fields = defaults(kindOf(layer.kind).fields)
    return Object.entries(fields).every(
      ([name, value]) => JSON.stringify((layer as unknown as Record<string, unknown>)[name]) === JSON.stringify(value),
    )
  })
}

export function hasUnsavedWork(session: Session): boolean {
  const doc = snapshotOf(session)
  return doc.photo !== null && !isPristine(doc) && session.history.state.version !== session.ui.savedVersion
}

/** Unsaved work that the device does not keep either: with this page it would be gone. */
export const mayLoseWork = (session: Session): boolean =>
  hasUnsavedWork(session) && session.history.state.version !== session.ui.keptVersion
