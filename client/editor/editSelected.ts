/** Opens the selected layer's panel with its words ready to be typed over. */
import type { Session } from '../session/session.ts'
import { selectedLayer } from '../session/ui/selection.ts'
import { TABS } from './tabs.ts'

export function editSelected({ doc, ui }: Session): void {
  const selected = selectedLayer(ui)
  const layer = selected && doc.layers[selected]
  const tab = layer && TABS.find(({ id, kind = id }) => kind === layer.kind)
  if (!layer || !tab) return
  ui.tab = tab.id
  ui.editing = layer.id
}
