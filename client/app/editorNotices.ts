/** The editor's flows speak through the same dialogs and notices as the pages. */
import type { Notices } from '../account/NoticesContext.tsx'
import type { Notices as EditorNotices } from '../session/session.ts'

export const editorNotices = ({ dialogs, toasts }: Notices): EditorNotices => ({
  alert: (text) => dialogs.alert(text),
  confirm: ({ confirm, ...question }) => dialogs.confirm({ ...question, action: confirm }),
  toast: (message) => void toasts.show(message),
})
