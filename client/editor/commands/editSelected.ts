/** The selected layer's own place to be changed in: its words on the canvas, or its panel. */

import { collectTyping } from '../../kit/ui/typeAhead.ts'
import { NARROW } from '../../kit/ui/useMedia.ts'
import { kindOf, kinds } from '../../layers/registry.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { selectedLayer } from '../../model/session/ui/selection.ts'
import { placedOf } from '../canvas/targets.ts'
import { tabOfKind } from '../tabs/tabs.ts'

/** Opens the selected layer's panel with its words ready to be typed over. */
export function editSelected(session: Session): void {
  const { ui } = session
  const { layer, tab } = selected(session)
  if (!layer || !tab) return
  ui.tab = tab.id
  if (!kindOf(layer.kind).isTextEditable) return
  ui.editing = layer.id
  collectTyping()
}

/** Lets words be typed where they stand; of what has none, or cannot be touched there, the panel is opened. */
export function editOnCanvas(session: Session): void {
  const { ui } = session
  const { layer } = selected(session)
  if (!layer || ui.typing === layer.id) return
  if (kindOf(layer.kind).isTextEditable && placedOf(snapshotOf(session), kinds, layer.id)) {
    if (matchMedia(NARROW).matches) ui.tab = null // a sheet and the keyboard would leave nothing of the photo
    ui.typing = layer.id
  } else editSelected(session)
}

function selected({ doc, ui }: Session) {
  const id = selectedLayer(ui)
  const layer = id ? doc.layers[id] : undefined
  return { layer, tab: layer && tabOfKind(layer.kind) }
}
