/** What a step did to the layers, as a sentence for who cannot see it. Values that a control has said are left out. */
import type { LayerId } from '../base/ids.ts'
import type { DocumentSnapshot } from '../document/document.ts'
import { mayRemove } from '../layers/actions.ts'
import { layerName, layerWords, placeWords } from '../layers/naming.ts'
import { stackRows } from '../layers/restack.ts'

/** Null when there is nothing to say. `selected` = the layer that a change of order is about. */
export function spokenChange(
  before: DocumentSnapshot,
  after: DocumentSnapshot,
  selected: LayerId | null,
): string | null {
  if (before.photo?.asset !== after.photo?.asset) return null // the flow speaks
  const idsOf = (doc: DocumentSnapshot) => doc.order.filter((id) => mayRemove({ doc }, id))
  const [old, now] = [idsOf(before), idsOf(after)]
  const added = now.filter((id) => !before.layers[id])
  const removed = old.filter((id) => !after.layers[id])
  const stayed = now.filter((id) => before.layers[id])
  const sentences = [
    ...added.map((id) => `Added: ${wordsOf(after, id)}`),
    ...removed.map((id) => `Deleted: ${nameOf(before, id)}`),
    ...stayed.flatMap((id) => stateChange(before, after, id) ?? []),
  ]
  if (sentences.length > 2) return `${sentences.length} layers changed`
  return sentences.length > 0 ? sentences.join('. ') : orderChange(before, after, selected)
}

const nameOf = (doc: DocumentSnapshot, id: LayerId) => {
  const layer = doc.layers[id]
  return layer ? layerName(layer) : ''
}

const wordsOf = (doc: DocumentSnapshot, id: LayerId) => {
  const layer = doc.layers[id]
  return layer ? layerWords(layer, doc) : ''
}

function stateChange(before: DocumentSnapshot, after: DocumentSnapshot, id: LayerId): string | null {
  const [was, is] = [before.layers[id], after.layers[id]]
  if (!was || !is || was === is) return null
  const name = layerName(is)
  if (was.isHidden !== is.isHidden) return `${name} ${is.isHidden ? 'hidden' : 'shown'}`
  if (was.isLocked !== is.isLocked) return `${name} ${is.isLocked ? 'locked' : 'unlocked'}`
  if (layerName(was) !== name && was.name !== is.name) return `Renamed: ${name}`
  const place = placeWords(is, after)
  return placeWords(was, before) === place ? null : `${name}: ${place}`
}

function orderChange(before: DocumentSnapshot, after: DocumentSnapshot, selected: LayerId | null): string | null {
  const [was, is] = [stackRows(before), stackRows(after)]
  if (!selected || was.indexOf(selected) === is.indexOf(selected)) return null
  return `${nameOf(after, selected)}: ${is.length - is.indexOf(selected)} of ${is.length} from the front`
}
