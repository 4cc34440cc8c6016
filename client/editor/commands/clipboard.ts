/** What was copied, for this tab and, by the browser's own events (`useClipboard.ts`), for others. */

import { t } from '../../kit/i18n/translate.ts'
import { removeLayer } from '../../layers/actions.ts'
import { pasteLayers, pasteStyle, serializeLayers } from '../../layers/clipboard.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'

/** For this tab; null when nothing is selected that can be taken along. */
export function copyHere(session: Session): string | null {
  const packed = serializeLayers(snapshotOf(session), session.ui.selection)
  if (packed) session.ui.copied = packed
  return packed
}

/** Says what could not be brought along. */
export function pasteHere(session: Session, packed: string): void {
  const { leftOut } = pasteLayers(session, packed)
  if (leftOut > 0)
    session.notices.toast({
      title: t('Not everything could be pasted'),
      description: t('Pictures stay in the tab they were copied in, and some layers are limited in number.'),
    })
}

/** As a menu does it: the event that this gives reaches the clipboard, whose own interface knows no types of ours. */
export function copy(session: Session): void {
  copyHere(session)
  document.execCommand('copy')
}

export function cut(session: Session): void {
  copyHere(session)
  document.execCommand('cut')
  removeLayer(session, ...session.ui.selection) // which is empty if the event came
}

export function pasteCopied(session: Session): void {
  if (session.ui.copied) pasteHere(session, session.ui.copied)
}

export function pasteCopiedStyle(session: Session): void {
  const { copied, selection } = session.ui
  if (copied) pasteStyle(session, copied, selection)
}
