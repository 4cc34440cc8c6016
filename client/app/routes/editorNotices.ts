import type { Notices } from '../../model/session/session.ts'
import type { PageNotices } from '../../site/account/state/NoticesContext.tsx'

/** Adapts the app's dialogs and toasts to the interface that the editor uses for its messages. */
export const editorNotices = ({ dialogs, toasts }: PageNotices): Notices => ({
  alert: (text) => dialogs.alert(text),
  confirm: (question) => dialogs.confirm(question),
  toast: (message) => void toasts.show(message),
})
