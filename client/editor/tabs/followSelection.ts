import { subscribeKey } from 'valtio/utils'
import type { Session } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { type Tab, tabOfKind } from './tabs.ts'

/**
 * Opens the tab of the selected layer while the tab of another layer kind is open. Without an open tab, none is opened,
 * because the canvas would change its size under the pointer. `tabs` are the tabs of the page. Returns a function that
 * stops it.
 */
export function followSelection({ doc, ui }: Session, tabs: readonly Tab[]): () => void {
  return subscribeKey(ui, 'selection', () => {
    const open = tabs.find(({ id }) => id === ui.tab)
    const selected = selectedLayer(ui)
    const layer = selected && doc.layers[selected]
    const tab = layer && tabOfKind(layer.kind)
    if (open?.kind && tab && tab.id !== open.id && tabs.some(({ id }) => id === tab.id)) ui.tab = tab.id
  })
}
