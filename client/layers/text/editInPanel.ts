/**
 * Typing in the text field of a text layer's panel. The panel may appear seconds after the user has started to type.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { subscribe } from 'valtio'
import { collectTyping, focusField } from '#client/kit/ui/typeAhead.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type Session, useSession } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'

/**
 * Moves the focus to the selected layer's text field as soon as the field appears. Keys that the user has typed before
 * are inserted into the field. If the user first presses or focuses another control, the focus stays there.
 */
export function editInPanel({ ui }: Session, id: LayerId): void {
  ui.editing = id
  const isAwaited = () => ui.editing === id
  collectTyping(
    () => isAwaited() && selectedLayer(ui) === id,
    () => {
      if (isAwaited()) ui.editing = null
    },
  )
}

/**
 * Hook that returns a ref for an element. When `ui.editing` is the layer's id, the text field in this element gets the
 * focus.
 */
export function useEditing(id: LayerId): RefObject<HTMLDivElement | null> {
  const { ui } = useSession()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focus = () => {
      if (ui.editing !== id) return
      ui.editing = null
      const words = panel.current?.querySelector('textarea')
      if (words) focusField(words)
    }
    focus()
    return subscribe(ui, focus)
  }, [ui, id])
  return panel
}
