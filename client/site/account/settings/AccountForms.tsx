import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Proof } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { err } from '#client/kit/values/result.ts'
import { isEmail, isPasswordLength, PASSWORD_MIN } from '#server/contract/api/credentials.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { DEPARTED_DAYS } from '#server/contract/plans/limits.ts'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './SettingsDialog.module.css'

/** A form that changes the password and signs out other devices. */
export function ChangePassword({ email }: { email: string }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [next, setNext] = useState('')

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
    >
      {(passwordField, otherError) => (
        <>
          {/* tells password managers which account the password belongs to */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {passwordField}
          <PasswordField
            label={t('New password')}
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
            error={otherError}
            hint={t('At least {min} characters.', { min: PASSWORD_MIN })}
          />
        </>
      )}
    </PasswordForm>
  )
}

/**
 * A form that changes the account's email address. If the server can send email, the user must confirm the new address,
 * and the old address is notified. Otherwise the address changes immediately.
 */
export function ChangeEmail() {
  const account = useAccount()
  const { toasts } = useNotices()
  const [email, setEmail] = useState('')
  const [waitsFor, setWaitsFor] = useState<string | null>(null)

  const change = async (_password: string, proof: Proof) => {
    const wished = email.trim()
    if (!isEmail(wished)) return err({ code: 'invalid_email' as const, message: t(API_ERRORS.invalid_email) })
    const changed = await account.api.changeEmail(wished, proof)
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
    <PasswordForm action={t('Change email address')} isComplete={email !== ''} onSubmit={change}>
      {(passwordField, otherError) => (
        <>
          <TextField
            label={t('New email address')}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={otherError}
          />
          {passwordField}
          {waitsFor && (
            <p className={styles.note} role="status">
              {t(
                'We sent an email to {email}. Open the link in it to change your address. Until then, sign in with your current address.',
                { email: waitsFor },
              )}
            </p>
          )}
        </>
      )}
    </PasswordForm>
  )
}

/**
 * A form that deletes the account on the server and its projects in this browser, then opens the home page. Asks for
 * the password and a confirmation, because the account can't be restored.
 */
export function DeleteAccount({ onDone }: { onDone(): void }) {
  const account = useAccount()
  const { dialogs, toasts } = useNotices()
  const [, navigate] = useLocation()

  const confirm = () =>
    dialogs.confirm({
      title: t('Delete this account?'),
      text: t('Your subscription ends immediately and all your data is deleted. You can’t undo this.'),
      confirm: t('Delete account'),
      isDanger: true,
    })

  const remove = async (_password: string, proof: Proof) => {
    const userId = account.state.user?.id
    const deleted = await account.api.deleteAccount(proof)
    if (!deleted.ok) return deleted // even if the session has ended, the account may still exist
    if (userId) await ownProjects.remove(userId) // no other account could open the deleted account's projects
    onDone()
    navigate('/')
    await account.left()
    toasts.show({ title: t('Account deleted') })
    return deleted
  }
  return (
    <PasswordForm action={t('Delete account')} look="danger" icon={Trash2} confirm={confirm} onSubmit={remove}>
      <p className={styles.note}>
        {t(
          'Cancels your subscription and deletes all your data. For {days, plural, one {# day} other {# days}}, we keep a one-way hash of your email address and your free-plan usage, so that a new account doesn’t get new credits.',
          { days: DEPARTED_DAYS },
        )}
      </p>
    </PasswordForm>
  )
}
