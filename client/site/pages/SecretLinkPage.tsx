import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import type { SecretLinkKind } from '#server/contract/addresses.ts'
import { isPasswordLength, PASSWORD_MIN } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { useAccount } from '../account/state/contexts.ts'
import { PasswordPage } from './PasswordPage.tsx'

interface Props {
  link: { kind: SecretLinkKind; token: string }
  onLeave(): void
}

/** The page that links in our emails open, to reset the password or confirm the address. */
export default function SecretLinkPage({ link, onLeave }: Props) {
  return link.kind === 'reset-password' ? (
    <ResetPassword token={link.token} onLeave={onLeave} />
  ) : (
    <ConfirmEmail token={link.token} onLeave={onLeave} />
  )
}

/**
 * Form that confirms an email address and signs in. It requires the account's password. Otherwise an attacker could
 * sign up with another person's address, and a click of this person would confirm the attacker's account.
 */
function ConfirmEmail({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  const { user } = useSnapshot(account.state)
  return (
    <PasswordPage
      title={t('Confirm your email address')}
      text={t('To confirm this address, enter the password you signed up with.')}
      field={{ label: t('Password'), autoComplete: 'current-password' }}
      submit={t('Confirm email address')}
      check={(password) => (password === '' ? t('Please enter your password.') : null)}
      send={async (password) => {
        const verified = await account.api.verifyEmail(token, password)
        return verified.ok ? null : verified.error.message
      }}
      onDone={() => account.signedIn()}
      done={{
        title: t('Email address confirmed'),
        // with two-step sign-in, the password alone does not sign in
        text: user ? t('You’re signed in.') : t('You can sign in now.'),
        action: t('Go to home page'),
        onAction: onLeave,
      }}
      onLeave={onLeave}
    />
  )
}

/** Form that sets a new password with the token of a reset link. All devices are signed out. */
function ResetPassword({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  return (
    <PasswordPage
      title={t('Choose a new password')}
      text={t('You’ll be signed out on every device.')}
      field={{
        label: t('New password'),
        autoComplete: 'new-password',
        hint: t('At least {min} characters.', { min: PASSWORD_MIN }),
      }}
      submit={t('Change password')}
      check={(password) => (isPasswordLength(password) ? null : t(API_ERRORS.weak_password))}
      send={async (password) => {
        const reset = await account.api.resetPassword(token, password)
        return reset.ok ? null : reset.error.message
      }}
      onDone={() => account.refresh()}
      done={{
        title: t('Password changed'),
        text: t('You have been signed out on every device.'),
        action: t('Sign in'),
        onAction() {
          onLeave()
          account.openSignIn()
        },
      }}
      onLeave={onLeave}
    />
  )
}
