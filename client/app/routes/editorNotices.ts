/** The editor's flows speak through the same dialogs and notices as the pages. */

import type { Notices as EditorNotices } from '../../model/session/session.ts'
import type { Notices } from '../../site/account/state/NoticesContext.tsx'

export const editorNotices = ({ dialogs, toasts }: Notices): EditorNotices => ({
  alert: (text) => dialogs.alert(text),
  confirm: ({ confirm, ...question }) => dialogs.confirm({ ...question, action: confirm }),
  toast: (message) => void toasts.show(message),
})
