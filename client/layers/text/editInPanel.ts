/** The text field of a text layer's panel. The field may appear seconds after the user starts to type. */
import { type RefObject, useEffect, useRef } from 'react'
import { subscribe } from 'valtio'
import { collectTyping, focusField } from '#client/kit/ui/typeAhead.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type Session, useSession } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'

/**
 * Moves the focus into the selected layer's text field when the field appears. Keys typed earlier go into the field.
 */
export function editInPanel({ ui }: Session, id: LayerId): void {
  ui.editing = id
  collectTyping(() => ui.editing === id && selectedLayer(ui) === id)
}

/** Focuses the text field inside the returned element when `ui.editing` is the layer's id. */
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
