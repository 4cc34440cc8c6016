/** Opens the selected layer's panel with its words ready to be typed over. */
import type { Session } from '../session/session.ts'
import { selectedLayer } from '../session/ui/selection.ts'
import { TABS } from './tabs.ts'

export function editSelected({ doc, ui }: Session): void {
  const id = selectedLayer(ui)
  const layer = id && doc.layers[id]
  const tab = layer && TABS.find(({ kind }) => kind === layer.kind)
  if (!layer || !tab) return
  ui.tab = tab.id
  ui.editing = layer.id
}
