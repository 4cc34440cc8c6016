import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { isPasswordLength, PASSWORD_MIN } from '#server/contract/api/credentials.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import type { SecretLinkKind } from '#server/contract/pages/addresses.ts'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { PasswordField } from '../account/sign-in/PasswordField.tsx'
import { useAccount } from '../account/state/contexts.ts'
import styles from './MessagePage.module.css'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

interface Props {
  link: { kind: SecretLinkKind; token: string }
  /** Called when the visitor leaves the page. */
  onLeave(): void
}

/** Text in English; translated when shown. */
const TEXTS = {
  'reset-password': {
    title: 'Choose a new password',
    text: 'You’ll be signed out on every device.',
    label: 'New password',
    submit: 'Change password',
    done: 'Password changed',
  },
  'verify-email': {
    title: 'Confirm your email address',
    text: 'To confirm this address, enter the password you signed up with.',
    label: 'Password',
    submit: 'Confirm email address',
    done: 'Email address confirmed',
  },
} as const

/**
 * The page that opens from links in emails: a form with a password field, and a message when the password was accepted.
 * With a reset link, the user sets a new password. With a link that confirms an address, the user enters the account's
 * password. Without the password, an attacker could sign up with another person's address, and that person's click
 * would confirm the attacker's account.
 */
export default function SecretLinkPage({ link: { kind, token }, onLeave }: Props) {
  const account = useAccount()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const isReset = kind === 'reset-password'
  const { title, text, label, submit: action } = TEXTS[kind]

  const { isBusy, submit } = useSubmit(async () => {
    if (isReset && !isPasswordLength(password)) return setError(t(API_ERRORS.weak_password))
    if (password === '') return setError(t('Please enter your password.'))
    const sent = await account.api[isReset ? 'resetPassword' : 'verifyEmail'](token, password)
    if (!sent.ok) return setError(sent.error.message)
    setDone(true)
    await (isReset ? account.refresh() : account.signedIn())
  })
  if (isDone) return <Done kind={kind} onLeave={onLeave} />
  return (
    <MessagePage title={t(title)}>
      <MessageText>{t(text)}</MessageText>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          label={t(label)}
          autoComplete={isReset ? 'new-password' : 'current-password'}
          hint={isReset && t('At least {min} characters.', { min: PASSWORD_MIN })}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          {t(action)}
        </Button>
        <Button look="ghost" onClick={onLeave}>
          {t('Not now')}
        </Button>
      </form>
    </MessagePage>
  )
}

/** The message after the password was accepted, with a button to the editor or to the sign-in dialog. */
function Done({ kind, onLeave }: { kind: SecretLinkKind; onLeave(): void }) {
  const account = useAccount()
  const { user } = useSnapshot(account.state)
  const [, navigate] = useLocation()
  // if two-step sign-in is on, the password alone doesn't sign the user in
  const isSignedIn = kind === 'verify-email' && user !== null
  const confirmed = isSignedIn ? t('You’re signed in.') : t('You can sign in now.')
  const leave = () => {
    onLeave()
    if (isSignedIn) navigate(EDITOR_PATH)
    else account.openSignIn()
  }
  return (
    <MessagePage title={t(TEXTS[kind].done)}>
      <MessageText>
        {kind === 'reset-password' ? t('You have been signed out on every device.') : confirmed}
      </MessageText>
      <MessageActions>
        <Button look="primary" size="large" onClick={leave}>
          {isSignedIn ? t('Open the editor') : t('Sign in')}
        </Button>
      </MessageActions>
    </MessagePage>
  )
}
