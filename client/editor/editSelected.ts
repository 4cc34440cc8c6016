/** Opens the selected layer's panel with its words ready to be typed over. */
import type { Session } from '../session/session.ts'
import { TABS } from './tabs.ts'

export function editSelected({ doc, ui }: Session): void {
  const layer = ui.selection && doc.layers[ui.selection]
  const tab = layer && TABS.find(({ kind }) => kind === layer.kind)
  if (!layer || !tab) return
  ui.tab = tab.id
  ui.editing = layer.id
}
