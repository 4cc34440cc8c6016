import { useState } from 'react'
import { err } from '#client/kit/base/result.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { isPasswordLength, PASSWORD_MIN } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** Form that changes the password and signs out other devices. */
export function ChangePassword({ email }: { email: string }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [next, setNext] = useState('')
  const [nextError, setNextError] = useState<string | null>(null)

  const change = async (current: string) => {
    if (!isPasswordLength(next)) return err({ code: 'weak_password' as const, message: t(API_ERRORS.weak_password) })
    const changed = await api.changePassword(current, next)
    if (!changed.ok) return changed
    setNext('')
    toasts.show({ title: t('Password changed'), description: t('Other devices have been signed out.') })
    return changed
  }
  return (
    <PasswordForm
      action={t('Change password')}
      label={t('Current password')}
      isComplete={next !== ''}
      onSubmit={change}
      onOtherError={setNextError}
      after={
        <PasswordField
          label={t('New password')}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
          error={nextError}
          hint={t('At least {min} characters.', { min: PASSWORD_MIN })}
        />
      }
    >
      {/* tells password managers to which account the password belongs */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
    </PasswordForm>
  )
}
