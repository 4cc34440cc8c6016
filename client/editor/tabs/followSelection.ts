import { subscribeKey } from 'valtio/utils'
import { listen, stopAll } from '#client/kit/base/listeners.ts'
import type { Session } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import type { Panels, Tab } from '../host/panels.ts'

/**
 * Opens the tab of a layer that a pointer has selected, if the tab of another layer kind is open. A selection with keys
 * doesn't change the tab, because the user may step through all layers. If no tab is open, none is opened, because the
 * canvas would change its size under the pointer. `tabs`: the page's tabs. `input`: the target of all input events. The
 * returned function removes the listeners.
 */
export function followSelection({ doc, ui }: Session, panels: Panels, tabs: readonly Tab[], input: Window): () => void {
  let isPointer = false
  const remember = ({ type }: Event) => {
    isPointer = type === 'pointerdown'
  }
  const follow = () => {
    const open = tabs.find(({ id }) => id === ui.tab)
    const selected = selectedLayer(ui)
    const layer = selected && doc.layers[selected]
    const tab = layer && panels.ofKind(layer.kind)
    if (isPointer && open?.kind && tab && tabs.some(({ id }) => id === tab.id)) ui.tab = tab.id
  }
  return stopAll([
    listen(input, { pointerdown: remember, keydown: remember }, { capture: true }),
    subscribeKey(ui, 'selection', follow),
  ])
}
