import { subscribeKey } from 'valtio/utils'
import { listen, stopAll } from '#client/kit/base/listeners.ts'
import type { Session } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { TEMPLATES_TAB } from '#client/model/session/ui/ui.ts'
import type { Panels, Tab } from '../host/panels.ts'

/** Movement of the pointer between press and release that makes a drag of a click, CSS px. */
const DRAG_PX = 4

/**
 * Opens the tab of a layer that a pointer has selected, if the tab of another layer kind is open. A selection with keys
 * doesn't change the tab, because the user may step through all layers. If no tab is open, none is opened, because the
 * canvas would change its size under the pointer. A click with the mouse on a text layer of the applied template moves
 * the focus to the text's field if the Templates panel is open. `tabs`: the page's tabs. `input`: the target of all
 * input events. The returned function removes the listeners.
 */
export function followSelection({ doc, ui }: Session, panels: Panels, tabs: readonly Tab[], input: Window): () => void {
  let isPointer = false
  let pressed = { x: 0, y: 0 }
  const remember = ({ type, clientX: x = 0, clientY: y = 0 }: Event & Partial<MouseEvent>) => {
    isPointer = type === 'pointerdown'
    pressed = { x, y }
  }
  const follow = () => {
    const open = tabs.find(({ id }) => id === ui.tab)
    const selected = selectedLayer(ui)
    const layer = selected && doc.layers[selected]
    const tab = layer && panels.ofKind(layer.kind)
    if (isPointer && open?.kind && tab && tabs.some(({ id }) => id === tab.id)) ui.tab = tab.id
  }
  const focusWords = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    const isOnPhoto = target instanceof Element && target.closest('[role=application]') !== null
    const isDrag = Math.hypot(x - pressed.x, y - pressed.y) > DRAG_PX
    if (!isOnPhoto || isDrag || pointerType !== 'mouse' || ui.tab !== TEMPLATES_TAB) return
    const selected = selectedLayer(ui)
    const field = ui.templates.surplus.texts.find((ids) => selected && ids.includes(selected))?.[0]
    if (field) ui.editing = field
  }
  return stopAll([
    listen(input, { pointerdown: remember, keydown: remember }, { capture: true }),
    listen(input, { click: focusWords }),
    subscribeKey(ui, 'selection', follow),
  ])
}
