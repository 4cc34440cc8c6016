/** How an end that was not a success is shown, as its table in messages.ts says. */
import type { Session } from '../session/session.ts'
import type { Shown } from './messages.ts'
import type { Announcer } from './status.ts'

export function showOutcome({ session, announcer }: { session: Session; announcer: Announcer }, shown: Shown): void {
  announcer.clear()
  if ('cause' in shown) console.warn(shown.cause)
  if (shown.as === 'alert') void session.notices.alert(shown.text) // nothing waits for the user's OK
  if (shown.as === 'toast') {
    const { text: title, description } = shown
    session.notices.toast({ title, ...(description && { description }), isDestructive: true })
  }
  if (shown.as === 'status') announcer.failed(shown.text)
}
