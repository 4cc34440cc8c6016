import { t } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import type { FlowMessage } from './messages.ts'
import type { Announcer } from './status.ts'

/** Shows a flow's message as an alert, a toast or the status, and clears the status before. */
export function showMessage(
  { session, announcer }: { session: Session; announcer: Announcer },
  shown: FlowMessage,
): void {
  announcer.clear()
  if ('cause' in shown) console.warn(shown.cause)
  if (shown.as === 'alert') void session.notices.alert(t(shown.text)) // no flow waits until the alert is closed
  if (shown.as === 'toast') {
    const { text, description } = shown
    session.notices.toast({ title: t(text), ...(description && { description: t(description) }), isDestructive: true })
  }
  if (shown.as === 'status') announcer.failed(shown.text)
}

/** Returns an error handler that logs the error and returns the message to show. */
export const logAndShow =
  <S>(shown: S) =>
  (error: unknown): S => {
    console.error(error)
    return shown
  }
