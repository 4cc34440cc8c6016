import { useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { mayRemove } from '#client/layers/actions.ts'
import { describePlace, layerName, summarizeLayer } from '#client/layers/naming.ts'
import { stackRows } from '#client/layers/restack.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/**
 * A live region for screen readers. Announces how undo and redo have changed the layers, and which layer is selected.
 */
export function Announcements() {
  const { session } = useWorkspace()
  const [{ words, turn }, setAnnouncement] = useState({ words: '', turn: 0 })
  useEffect(() => {
    const announce = (next: string) => setAnnouncement((last) => ({ words: next, turn: last.turn + 1 }))
    let before = snapshotOf(session)
    let selected = session.ui.selection.at(-1)
    const onStep = () => {
      const after = snapshotOf(session)
      const change = spokenChange(before, after, selectedLayer(session.ui))
      before = after
      if (!change) return
      announce(change)
      // prevents a second announcement, which would replace the announcement of the new layer
      selected = session.ui.selection.at(-1)
    }
    const onSelect = () => {
      const last = session.ui.selection.at(-1)
      const isNew = last !== undefined && last !== selected
      selected = last
      // in the Layers panel, the screen reader itself announces the focused row
      if (!isNew || snapshotOf(session) !== before || document.activeElement?.closest('[role=tree]')) return
      announce(wordsOf(before, last))
    }
    return stopAll([subscribe(session.history.state, onStep), subscribe(session.ui, onSelect)])
  }, [session])
  return (
    <div className="unseen" aria-live="polite" data-announcements>
      {/* a new element, because screen readers ignore text that is set again */}
      <span key={turn}>{words}</span>
    </div>
  )
}

/**
 * Returns the screen reader announcement of a step's changes to the layers, or null if there is nothing to announce.
 * Changed values are omitted, because their controls announce them. More than two changes are only counted. `selected`:
 * if nothing else has changed, the new position of this layer is announced.
 */
export function spokenChange(
  before: DocumentSnapshot,
  after: DocumentSnapshot,
  selected: LayerId | null,
): string | null {
  if (before.photo?.asset !== after.photo?.asset) return null // the upload announces the new photo itself
  const idsOf = (doc: DocumentSnapshot) => doc.order.filter((id) => mayRemove({ doc }, id))
  const [old, now] = [idsOf(before), idsOf(after)]
  const added = now.filter((id) => !before.layers[id])
  const removed = old.filter((id) => !after.layers[id])
  const stayed = now.filter((id) => before.layers[id])
  const sentences = [
    ...added.map((id) => t('Added: {layer}', { layer: wordsOf(after, id) })),
    ...removed.map((id) => t('Deleted: {layer}', { layer: nameOf(before, id) })),
    ...stayed.flatMap((id) => stateChange(before, after, id) ?? []),
  ]
  if (sentences.length > 2) return t('{n, plural, one {# layer} other {# layers}} changed', { n: sentences.length })
  return sentences.length > 0 ? sentences.join('. ') : orderChange(before, after, selected)
}

const nameOf = (doc: DocumentSnapshot, id: LayerId) => {
  const layer = doc.layers[id]
  return layer ? layerName(layer, doc) : ''
}

const wordsOf = (doc: DocumentSnapshot, id: LayerId) => {
  const layer = doc.layers[id]
  return layer ? summarizeLayer(layer, doc) : ''
}

function stateChange(before: DocumentSnapshot, after: DocumentSnapshot, id: LayerId): string | null {
  const [was, is] = [before.layers[id], after.layers[id]]
  if (!was || !is || was === is) return null
  const name = layerName(is, after)
  if (was.isHidden !== is.isHidden)
    return is.isHidden ? t('{layer} hidden', { layer: name }) : t('{layer} shown', { layer: name })
  if (was.isLocked !== is.isLocked)
    return is.isLocked ? t('{layer} locked', { layer: name }) : t('{layer} unlocked', { layer: name })
  if (layerName(was, before) !== name && was.name !== is.name) return t('Renamed: {layer}', { layer: name })
  const place = describePlace(is, after)
  return describePlace(was, before) === place ? null : `${name}: ${place}`
}

function orderChange(before: DocumentSnapshot, after: DocumentSnapshot, selected: LayerId | null): string | null {
  const [was, is] = [stackRows(before), stackRows(after)]
  if (!selected || was.indexOf(selected) === is.indexOf(selected)) return null
  return t('{layer}: {place} of {count} from the front', {
    layer: nameOf(after, selected),
    place: is.length - is.indexOf(selected),
    count: is.length,
  })
}
