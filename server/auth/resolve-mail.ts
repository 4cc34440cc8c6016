/**
 * Decides which letter a queued mail becomes when it is sent, not when it is requested. So a request does the same
 * work, in the same time, for addresses with and without an account, and no secret link is stored in the outbox.
 */
import { secretLink } from '#server/contract/addresses.ts'
import type { LetterMail, Mail } from '#server/deps/deps.ts'
import { findAccount, findAccountById } from './accounts.ts'
import { findEmailChange, issueChangeToken } from './email-change.ts'
import { dropSignup, issueSignupToken } from './signups.ts'
import { type Clock, issueToken } from './tokens.ts'

/** Returns the letter to send, or null if none is to be sent. */
export type ResolveMail = (mail: Mail) => Promise<LetterMail | null>

/** Creates the function that resolves queued mails. `origin` is the origin of the links, without a trailing slash. */
export const resolveMail =
  (clock: Clock, origin: string): ResolveMail =>
  async (mail) => {
    switch (mail.template) {
      case 'sign-up':
        return afterSignup(clock, origin, mail.to, mail.data.signup)
      case 'forgot-password':
        return forgotten(clock, origin, mail.to)
      case 'login-attempts':
        return attempted(clock, origin, mail.to)
      case 'change-email':
        return newAddress(clock, origin, mail.to, mail.data.userId)
      case 'confirm-email':
        return resolveConfirmation(clock, origin, mail.data.userId)
      default:
        return mail
    }
  }

async function afterSignup(clock: Clock, origin: string, to: string, signup: string): Promise<LetterMail | null> {
  if (await findAccount(clock.db, to)) {
    await dropSignup(clock.db, signup)
    return exists(origin, to)
  }
  const token = await issueSignupToken(clock, signup)
  if (token === null) return null // the sign-up was confirmed, or deleted after it expired
  return { template: 'verify-email', to, data: { link: secretLink(origin, 'verify-email', token) } }
}

async function forgotten(clock: Clock, origin: string, to: string): Promise<LetterMail | null> {
  const account = await findAccount(clock.db, to)
  if (!account || account.disabledAt !== null) return null
  const token = await issueToken(clock, 'reset_password', account.id)
  // sent to the address as its owner spelled it; the request may spell it differently
  return {
    template: 'reset-password',
    to: account.email,
    data: { link: secretLink(origin, 'reset-password', token) },
  }
}

async function attempted(clock: Clock, origin: string, to: string): Promise<LetterMail | null> {
  const account = await findAccount(clock.db, to)
  if (!account || account.disabledAt !== null) return null
  return { template: 'login-guarded', to: account.email, data: { link: `${origin}/` } }
}

async function resolveConfirmation(clock: Clock, origin: string, userId: string): Promise<LetterMail | null> {
  const account = await findAccountById(clock.db, userId)
  if (!account || account.emailVerifiedAt !== null || account.disabledAt !== null) return null
  const token = await issueToken(clock, 'verify_email', userId)
  return { template: 'verify-email', to: account.email, data: { link: secretLink(origin, 'verify-email', token) } }
}

async function newAddress(clock: Clock, origin: string, to: string, userId: string): Promise<LetterMail | null> {
  const account = await findAccountById(clock.db, userId)
  const change = await findEmailChange(clock.db, userId)
  if (!account || change?.email !== to) return null // a later request replaced this one
  const taken = await findAccount(clock.db, to)
  if (taken && taken.id !== userId) return exists(origin, to)
  const token = await issueChangeToken(clock, userId)
  if (token === null) return null
  return { template: 'new-email', to, data: { link: secretLink(origin, 'verify-email', token) } }
}

const exists = (origin: string, to: string): LetterMail => ({
  template: 'account-exists',
  to,
  data: { link: `${origin}/` },
})
