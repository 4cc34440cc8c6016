import { useEffect } from 'react'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { isTyping } from '#client/kit/browser/keyboard.ts'
import { removeLayer } from '#client/layers/actions.ts'
import { serializeLayers } from '#client/layers/clipboard.ts'
import { defaultLayerName } from '#client/layers/naming.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { copyToTab, pasteFromTab } from './clipboard.ts'
import { shareImages } from './sharedImages.ts'
import { BLOCKING_DIALOG } from './shortcuts.ts'

/** Media type of serialized layers on the clipboard. */
const LAYERS = 'application/x-midground-layers'

/**
 * Hook that handles the browser's clipboard events to copy, cut and paste layers, even between tabs. The names of the
 * layers are copied as plain text.
 */
export function useClipboard(workspace: Workspace): void {
  useEffect(() => {
    const isElsewhere = (event: ClipboardEvent) =>
      isTyping(event.target) || isInDialog(event.target) || event.clipboardData === null
    const take = (event: ClipboardEvent) => {
      const { session } = workspace
      const doc = snapshotOf(session)
      if (isElsewhere(event) || hasSelectedWords()) return false
      const packed = copyToTab(session)
      if (!packed) return false
      event.preventDefault()
      event.clipboardData?.setData(LAYERS, packed)
      const names = session.ui.selection.flatMap((id) => (doc.layers[id] ? defaultLayerName(doc.layers[id], doc) : []))
      event.clipboardData?.setData('text/plain', names.join('\n'))
      return true
    }
    // Without selected text, browsers that fire `beforecopy` and `beforecut` allow copying and cutting only if the
    // event's default is prevented.
    const claim = (event: Event) => {
      const { session } = workspace
      if (!hasSelectedWords() && serializeLayers(snapshotOf(session), session.ui.selection)) event.preventDefault()
    }
    const cut = (event: ClipboardEvent) => {
      workspace.tools.up()
      if (take(event)) removeLayer(workspace.session, ...changeableSelection(workspace.session.ui))
    }
    const paste = (event: ClipboardEvent) => {
      const packed = event.clipboardData?.getData(LAYERS)
      if (!packed || isElsewhere(event)) return
      event.preventDefault()
      workspace.tools.up()
      void pasteFromTab(workspace.session, packed) // `pasteFromTab` never rejects
    }
    return stopAll([
      shareImages(workspace.session.assets),
      listen<EventTarget>(window, { beforecopy: claim, beforecut: claim }),
      listen(window, { copy: take, cut, paste }),
    ])
  }, [workspace])
}

const hasSelectedWords = () => getSelection()?.isCollapsed === false

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest(BLOCKING_DIALOG) !== null
