import { t } from '#client/kit/i18n/translate.ts'
import { removeLayer } from '#client/layers/actions.ts'
import { pasteLayers, pasteStyle, serializeLayers } from '#client/layers/clipboard.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'

/**
 * Copies the selected layers for pasting in this browser tab. Returns the layers as JSON, which the caller writes into
 * the system clipboard. Background and subject cannot be copied, because they belong to their photo. If no other layer
 * is selected, returns null and keeps the previous copy.
 */
export function copyToTab(session: Session): string | null {
  const packed = serializeLayers(snapshotOf(session), session.ui.selection)
  if (packed) session.ui.copied = packed
  return packed
}

/** Pastes layers from the text that `copyToTab` returned. A toast reports layers that could not be pasted. */
export function pasteFromTab(session: Session, packed: string): void {
  const { leftOut } = pasteLayers(session, packed)
  if (leftOut > 0)
    session.notices.toast({
      title: t('Some layers weren’t pasted'),
      description: t(
        'You can paste images only in the tab they were copied from. Some layer types also have a maximum number.',
      ),
    })
}

/**
 * Copies the selection from a menu. `execCommand` fires the copy event that useClipboard.ts handles. The asynchronous
 * clipboard API does not accept the media type of layers.
 */
export function copy(session: Session): void {
  copyToTab(session)
  document.execCommand('copy')
}

/**
 * Cuts the selection from a menu: copies it as `copy` does, then removes it as one undo step. The selection is removed
 * even if the browser rejects the system clipboard, because the copy can be pasted in this browser tab.
 */
export function cut(session: Session): void {
  copyToTab(session)
  document.execCommand('cut')
  removeLayer(session, ...session.ui.selection) // the copy event may have removed the layers already
}

/** Pastes the last layers copied in this browser tab. Without a copy, does nothing. */
export function pasteCopied(session: Session): void {
  if (session.ui.copied) pasteFromTab(session, session.ui.copied)
}

export function pasteCopiedStyle(session: Session): void {
  const { copied, selection } = session.ui
  if (copied) pasteStyle(session, copied, selection)
}
