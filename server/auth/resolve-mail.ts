/** Chooses the template of an email when sending it. Requests then take equally long with and without an account. */
import { secretLink } from '#server/contract/pages/addresses.ts'
import type { Mail, TemplateMail } from '#server/deps/deps.ts'
import { findAccount, findAccountById } from './accounts.ts'
import { findEmailChange, issueChangeToken } from './email-change.ts'
import { dropSignup, issueSignupToken } from './signups.ts'
import { type Clock, issueToken } from './tokens.ts'

/** Returns a function that chooses a queued email's template, or null to skip it. `origin` has no trailing slash. */
export function resolveMail(clock: Clock, origin: string): (mail: Mail) => Promise<TemplateMail | null> {
  const { db } = clock
  const home = { link: `${origin}/` }
  const accountExists = (to: string): TemplateMail => ({ template: 'account-exists', to, data: home })
  const confirm = (template: 'verify-email' | 'new-email', to: string, token: string | null): TemplateMail | null =>
    token === null ? null : { template, to, data: { link: secretLink(origin, 'verify-email', token) } }

  return async (mail) => {
    const { to } = mail
    switch (mail.template) {
      case 'sign-up': {
        const { signup } = mail.data
        // if the sign-up was deleted, for example after it expired, there is no token and no email is sent
        if (!(await findAccount(db, to))) return confirm('verify-email', to, await issueSignupToken(clock, signup))
        await dropSignup(db, signup)
        return accountExists(to)
      }
      case 'forgot-password':
      case 'login-attempts': {
        const account = await findAccount(db, to)
        if (!account || account.disabledAt !== null) return null
        // uses the address as the owner spelled it, because the request may use a different spelling
        const { id, email } = account
        if (mail.template === 'login-attempts') return { template: 'login-guarded', to: email, data: home }
        const link = secretLink(origin, 'reset-password', await issueToken(clock, 'reset_password', id))
        return { template: 'reset-password', to: email, data: { link } }
      }
      case 'change-email': {
        const { userId } = mail.data
        const change = await findEmailChange(db, userId)
        if (change?.email !== to) return null // a later request has replaced this change, or the account is deleted
        const taken = await findAccount(db, to)
        if (taken && taken.id !== userId) return accountExists(to)
        return confirm('new-email', to, await issueChangeToken(clock, userId))
      }
      case 'confirm-email': {
        const account = await findAccountById(db, mail.data.userId)
        if (!account || account.emailVerifiedAt !== null || account.disabledAt !== null) return null
        return confirm('verify-email', account.email, await issueToken(clock, 'verify_email', account.id))
      }
      default:
        return mail
    }
  }
}
