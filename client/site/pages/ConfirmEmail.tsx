import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { useAccount } from '../account/state/AccountContext.tsx'
import { PasswordPage } from './PasswordPage.tsx'

/**
 * Form that confirms an e-mail address. It asks for the account's password: otherwise somebody who signed up with a
 * stranger's address could get the owner of the address to confirm the account. The password also signs in.
 */
export function ConfirmEmail({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  const { user } = useSnapshot(account.state)
  return (
    <PasswordPage
      title={t('Confirm your email address')}
      text={t('Enter the password you chose to confirm this address.')}
      field={{ label: t('Password'), autoComplete: 'current-password' }}
      submit={t('Confirm email address')}
      check={(password) => (password === '' ? t('Please enter your password.') : null)}
      send={async (password) => {
        const verified = await account.api.verifyEmail(token, password)
        return verified.ok ? null : verified.error.message
      }}
      onDone={() => account.signedIn()}
      done={{
        title: t('Your address is confirmed'),
        // with two-step sign-in the password alone does not sign in
        text: user ? t('Thank you. You are signed in.') : t('Thank you. You can sign in now.'),
        action: t('Go to the home page'),
        onAction: onLeave,
      }}
      onLeave={onLeave}
    />
  )
}
