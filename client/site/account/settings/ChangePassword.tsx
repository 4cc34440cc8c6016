import { type FormEvent, useState } from 'react'
import { isPasswordLength, PASSWORD_MIN } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import styles from './SettingsDialog.module.css'

/** Form that changes the password. Other devices are signed out. */
export function ChangePassword({ email }: { email: string }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [error, setError] = useState<{ at: 'current' | 'next'; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  const change = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isPasswordLength(next)) return setError({ at: 'next', text: API_ERRORS.weak_password })
    setBusy(true)
    const changed = await api.changePassword(current, next)
    setBusy(false)
    if (!changed.ok)
      return setError({ at: changed.error.code === 'wrong_password' ? 'current' : 'next', text: changed.error.message })
    setError(null)
    setCurrent('')
    setNext('')
    toasts.show({ title: t('Password changed'), description: t('Other devices have been signed out.') })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void change(event)} noValidate>
      {/* tells password managers which account the password belongs to */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={error?.at === 'current' ? error.text : null}
      />
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.target.value)}
        error={error?.at === 'next' ? error.text : null}
        hint={t('At least {min} characters.', { min: PASSWORD_MIN })}
      />
      <div className={styles.row}>
        <Button type="submit" isBusy={isBusy} disabled={current === '' || next === ''}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}
