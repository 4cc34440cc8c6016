import { useState } from 'react'
import { err } from '#client/kit/base/result.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { isEmail } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { useAccount, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './SettingsDialog.module.css'

/**
 * Form that changes the account's email address. If the server sends email, the user must confirm the new address, and
 * the old address gets a message. Otherwise the address changes at once.
 */
export function ChangeEmail() {
  const account = useAccount()
  const { toasts } = useNotices()
  const [email, setEmail] = useState('')
  const [emailError, setEmailError] = useState<string | null>(null)
  const [waitsFor, setWaitsFor] = useState<string | null>(null)

  const change = async (password: string) => {
    const wished = email.trim()
    if (!isEmail(wished)) return err({ code: 'invalid_email' as const, message: t(API_ERRORS.invalid_email) })
    const changed = await account.api.changeEmail(wished, password)
    if (!changed.ok) return changed
    setEmail('')
    if (changed.value.status === 'check-your-mail') setWaitsFor(wished)
    else {
      await account.refresh()
      const description = t('From now on, sign in with {email}.', { email: wished })
      toasts.show({ title: t('Email address changed'), description })
    }
    return changed
  }
  return (
    <PasswordForm
      action={t('Change email address')}
      isComplete={email !== ''}
      onSubmit={change}
      onOtherError={setEmailError}
      after={
        waitsFor && (
          <p className={styles.note} role="status">
            {t(
              'We sent an email to {email}. Open the link in it to change your address. Until then, sign in with your current address.',
              { email: waitsFor },
            )}
          </p>
        )
      }
    >
      <TextField
        label={t('New email address')}
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={emailError}
      />
    </PasswordForm>
  )
}
