/** The text of the emails, as plain text and HTML, without images and tracking. */
import { html } from 'hono/html'
import type { EmailTemplate, TemplateData, TemplateMail } from '#server/deps/deps.ts'

/** A rendered email. */
export interface Email {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Parts {
  readonly subject: string
  readonly lines: readonly string[]
  /** Text of the email's only link. The default text is for a link that opens the product. */
  readonly label?: string
}

const TEMPLATES: { [T in EmailTemplate]: (data: TemplateData[T], brand: string) => Parts } = {
  'verify-email': (_, brand) => ({
    subject: `Confirm your email address for ${brand}`,
    lines: [
      'Confirm your email address to finish creating your account. You’ll need the password you chose. The link works once and expires in 24 hours.',
      IGNORE,
    ],
    label: 'Confirm email address',
  }),
  'new-email': (_, brand) => ({
    subject: `Confirm your new email address for ${brand}`,
    lines: [
      'Confirm that you want to use this address for your account. You’ll need your password. The link works once and expires in 24 hours.',
      IGNORE,
    ],
    label: 'Confirm email address',
  }),
  'email-changing': ({ to }, brand) => ({
    subject: `Your ${brand} email address is about to change`,
    lines: [
      `Someone who knows your password asked to change your email address to ${to}. It changes once that address is confirmed.`,
      'If this wasn’t you, reset your password now: click Forgot password? in the sign-in dialog. This cancels the change and signs out every device.',
    ],
  }),
  'reset-password': (_, brand) => ({
    subject: `Reset your ${brand} password`,
    lines: ['Someone asked to reset your password. The link works once and expires in 1 hour.', IGNORE],
    label: 'Reset password',
  }),
  'account-exists': (_, brand) => ({
    subject: `You already have a ${brand} account`,
    lines: [
      'Someone tried to create an account with your email address, but you already have one.',
      'Sign in with your password. If you’ve forgotten it, click Forgot password? in the sign-in dialog.',
    ],
  }),
  'trial-ending': ({ until }, brand) => ({
    subject: `Your ${brand} trial ends on ${until}`,
    lines: [
      `Your free trial ends on ${until}. We’ll then charge your card for the plan you chose.`,
      'You can cancel at any time before then.',
    ],
    label: 'View or cancel your plan',
  }),
  'payment-failed': (_, brand) => ({
    subject: `Your ${brand} payment failed`,
    lines: ['We couldn’t charge your card. Update your card to keep your plan.'],
    label: 'Update your card',
  }),
  'password-changed': (_, brand) => ({
    subject: `Your ${brand} password was changed`,
    lines: [
      'Your password was changed, and every other browser was signed out.',
      'If this wasn’t you, reset your password now: click Forgot password? in the sign-in dialog.',
    ],
  }),
  'second-factor-on': (_, brand) => ({
    subject: `Two-step sign-in is on for your ${brand} account`,
    lines: [
      'To sign in, you now need a code from your authenticator app as well as your password. Every other browser was signed out.',
      'If this wasn’t you, reset your password in the sign-in dialog and contact the site administrator.',
    ],
  }),
  'second-factor-off': (_, brand) => ({
    subject: `Two-step sign-in is off for your ${brand} account`,
    lines: [
      'You can now sign in with only your password.',
      'If this wasn’t you, reset your password now: click Forgot password? in the sign-in dialog.',
    ],
  }),
  'login-guarded': (_, brand) => ({
    subject: `Failed sign-in attempts on your ${brand} account`,
    lines: [
      'There were many failed attempts to sign in to your account. For now, you can sign in only from browsers you’ve used before.',
      'To use another browser, reset your password in the sign-in dialog. If you use the same password elsewhere, change it there too.',
    ],
  }),
  'operator-notice': ({ subject, text }) => ({ subject, lines: [text] }),
}

const IGNORE = 'If this wasn’t you, you can ignore this email.'

/** Renders an email. `brand`: the product's name in the settings. */
export function renderEmail({ template, data }: TemplateMail, brand: string): Email {
  const write = TEMPLATES[template] as (data: TemplateMail['data'], brand: string) => Parts
  const { subject, lines, label = `Open ${brand}` } = write(data, brand)
  const links = 'link' in data ? [data.link] : []
  const text = [...lines, ...links.map((link) => `${label}:\n${link}`), `— ${brand}`].join('\n\n')
  const paragraphs = lines.map((line) => html`<p>${line}</p>`)
  const button = links.map((link) => html`<p><a href="${link}">${label}</a></p>`)
  const page = html`<!doctype html><html lang="en"><body>${paragraphs}${button}<p>— ${brand}</p></body></html>`
  // a line break would start another header (header injection)
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, html: String(page) }
}
