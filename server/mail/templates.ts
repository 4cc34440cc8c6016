/** Texts of the mails, in plain text and HTML, without images and tracking. */
import type { LetterData, LetterMail, LetterTemplate } from '../deps/mailbox.ts'

/** A mail ready to be sent. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Parts {
  readonly subject: string
  readonly lines: readonly string[]
  /** The only link of the mail. */
  readonly action?: { readonly label: string; readonly link: string }
}

const TEMPLATES: { [T in LetterTemplate]: (data: LetterData[T], brand: string) => Parts } = {
  'verify-email': ({ link }, brand) => ({
    subject: `Confirm your email address for ${brand}`,
    lines: [
      'Please confirm that this address is yours, with the password you chose. The link works once, for 24 hours.',
      IGNORE,
    ],
    action: { label: 'Confirm email address', link },
  }),
  'new-email': ({ link }, brand) => ({
    subject: `Confirm your new email address for ${brand}`,
    lines: [
      'Please confirm with your password that your account moves to this address. The link works once, for 24 hours.',
      IGNORE,
    ],
    action: { label: 'Confirm email address', link },
  }),
  'email-changing': ({ to, link }, brand) => ({
    subject: `Your ${brand} account is about to move to another address`,
    lines: [
      `Somebody who knows your password asked to move your account to ${to}. It moves when that address is confirmed.`,
      'If this was not you, choose a new password now: that stops it and signs out every device.',
    ],
    action: { label: `Open ${brand}`, link },
  }),
  'reset-password': ({ link }, brand) => ({
    subject: `Choose a new password for ${brand}`,
    lines: ['Somebody asked for a new password for your account. The link works once, for one hour.', IGNORE],
    action: { label: 'Choose a new password', link },
  }),
  'account-exists': ({ link }, brand) => ({
    subject: `You already have an account at ${brand}`,
    lines: [
      'Somebody tried to create an account with your address, but you already have one.',
      'Sign in with your password, or ask for a new one in the sign-in dialog.',
    ],
    action: { label: `Open ${brand}`, link },
  }),
  'trial-ending': ({ until, link }, brand) => ({
    subject: `Your ${brand} trial ends on ${until}`,
    lines: [
      `Your free trial ends on ${until}. After that your card is charged for the plan you chose.`,
      'You can cancel at any time before.',
    ],
    action: { label: 'See or cancel your plan', link },
  }),
  'payment-failed': ({ link }, brand) => ({
    subject: `Your payment for ${brand} failed`,
    lines: ['We could not charge your card. Please update it to keep your plan.'],
    action: { label: 'Update your card', link },
  }),
  'password-changed': ({ link }, brand) => ({
    subject: `Your ${brand} password was changed`,
    lines: [
      'The password of your account was changed just now, and every other browser was signed out.',
      'If this was not you, ask for a new password in the sign-in dialog at once.',
    ],
    action: { label: `Open ${brand}`, link },
  }),
  'second-factor-on': ({ link }, brand) => ({
    subject: `Two-step sign-in is on for your ${brand} account`,
    lines: [
      'From now on a code of your authenticator app is asked for beside your password. Every other browser was signed out.',
      'If this was not you, ask for a new password in the sign-in dialog, and write to whoever runs this site.',
    ],
    action: { label: `Open ${brand}`, link },
  }),
  'second-factor-off': ({ link }, brand) => ({
    subject: `Two-step sign-in is off for your ${brand} account`,
    lines: [
      'From now on your password alone signs in to your account.',
      'If this was not you, ask for a new password in the sign-in dialog at once.',
    ],
    action: { label: `Open ${brand}`, link },
  }),
  'login-guarded': ({ link }, brand) => ({
    subject: `Somebody tries to sign in to your ${brand} account`,
    lines: [
      'There were many failed attempts to sign in to your account. For a while only browsers where you signed in before may try.',
      'From another browser, ask for a new password in the sign-in dialog. If your password is used elsewhere too, choose another one.',
    ],
    action: { label: `Open ${brand}`, link },
  }),
  'operator-notice': ({ subject, text }) => ({ subject, lines: [text] }),
}

const IGNORE = 'If this was not you, you can ignore this mail.'

/** Renders the letter. `brand` is the product's name as the operator configured it. */
export function writeLetter({ template, data }: LetterMail, brand: string): Letter {
  const write = TEMPLATES[template] as (data: LetterMail['data'], brand: string) => Parts
  const { subject, lines, action } = write(data, brand)
  const text = [...lines, ...(action ? [`${action.label}:\n${action.link}`] : []), `— ${brand}`].join('\n\n')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const button = action ? [`<p><a href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a></p>`] : []
  const html = `<!doctype html><html lang="en"><body>${[...paragraphs, ...button, `<p>— ${escapeHtml(brand)}</p>`].join('')}</body></html>`
  // a line break in the subject would start another mail header (header injection)
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, html }
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
