/** How an end that was not a success is shown, as its table in messages.ts says. */

import { t } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import type { Shown } from './messages.ts'
import type { Announcer } from './status.ts'

export function showOutcome({ session, announcer }: { session: Session; announcer: Announcer }, shown: Shown): void {
  announcer.clear()
  if ('cause' in shown) console.warn(shown.cause)
  if (shown.as === 'alert') void session.notices.alert(t(shown.text)) // nothing waits for the user's OK
  if (shown.as === 'toast') {
    const { text, description } = shown
    session.notices.toast({ title: t(text), ...(description && { description: t(description) }), isDestructive: true })
  }
  if (shown.as === 'status') announcer.failed(shown.text)
}

/** For what was thrown on the way out: the console has the cause, the user what is shown. */
export const reported =
  <S>(shown: S) =>
  (error: unknown): S => {
    console.error(error)
    return shown
  }
