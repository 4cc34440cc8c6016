import { type FormEvent, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { CodeField } from '../sign-in/CodeField.tsx'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import styles from './SettingsDialog.module.css'

/** Turns two-step sign-in off, with password and code. */
export function SecondFactorOn({ codesLeft, onOff }: { codesLeft: number; onOff(): void }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<{ at: 'password' | 'code'; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  const turnOff = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const removed = await api.removeSecondFactor(password, code)
    setBusy(false)
    if (!removed.ok) {
      const at = removed.error.code === 'wrong_password' ? 'password' : 'code'
      return setError({ at, text: removed.error.message })
    }
    toasts.show({ title: t('Two-step sign-in is off') })
    onOff()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void turnOff(event)} noValidate>
      <p className={styles.note}>
        {t(
          'Two-step sign-in is on. {codes, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}} To get new ones, turn it off and set it up again.',
          { codes: codesLeft },
        )}
      </p>
      <PasswordField
        label={t('Your password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error?.at === 'password' ? error.text : null}
      />
      <CodeField value={code} onValue={setCode} error={error?.at === 'code' ? error.text : null} />
      <div className={styles.row}>
        <Button type="submit" isBusy={isBusy} disabled={password === '' || code.trim() === ''}>
          {t('Turn two-step sign-in off')}
        </Button>
      </div>
    </form>
  )
}
