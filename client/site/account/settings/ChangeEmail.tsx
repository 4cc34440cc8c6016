import { type FormEvent, useState } from 'react'
import { isEmail } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { TextField } from '../../../kit/ui/controls/TextField.tsx'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import styles from './SettingsDialog.module.css'

/**
 * Form that changes the account's e-mail address. When the server sends mail, the new mailbox must confirm and the old
 * one is informed; otherwise the address changes at once.
 */
export function ChangeEmail() {
  const account = useAccount()
  const { toasts } = useNotices()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<{ at: 'email' | 'password'; text: string } | null>(null)
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const change = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wished = email.trim()
    if (!isEmail(wished)) return setError({ at: 'email', text: t(API_ERRORS.invalid_email) })
    setBusy(true)
    const changed = await account.api.changeEmail(wished, password)
    setBusy(false)
    if (!changed.ok) {
      const at = changed.error.code === 'wrong_password' ? 'password' : 'email'
      return setError({ at, text: changed.error.message })
    }
    setError(null)
    setEmail('')
    setPassword('')
    if (changed.value.status === 'check-your-mail') return setWaitsFor(wished)
    await account.refresh()
    toasts.show({
      title: t('Email address changed'),
      description: t('You sign in with {email} from now on.', { email: wished }),
    })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void change(event)} noValidate>
      <TextField
        label={t('New email address')}
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error?.at === 'email' ? error.text : null}
      />
      <PasswordField
        label={t('Your password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error?.at === 'password' ? error.text : null}
      />
      {waitsFor && (
        <p className={styles.note} role="status">
          {t('Open the link in the mail to {email} to change your address. Until then you sign in as before.', {
            email: waitsFor,
          })}
        </p>
      )}
      <div className={styles.row}>
        <Button type="submit" isBusy={isBusy} disabled={email === '' || password === ''}>
          {t('Change email address')}
        </Button>
      </div>
    </form>
  )
}
