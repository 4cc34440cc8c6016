import { isPasswordLength, PASSWORD_MIN } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { t } from '../../kit/i18n/translate.ts'
import { useAccount } from '../account/state/AccountContext.tsx'
import { PasswordPage } from './PasswordPage.tsx'

/** Form that sets a new password with the token of a reset link. All devices are signed out. */
export function ResetPassword({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  return (
    <PasswordPage
      title={t('Choose a new password')}
      text={t('After that you are signed out on every device.')}
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
        title: t('Your password is changed'),
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
