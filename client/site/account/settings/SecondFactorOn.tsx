import { useState } from 'react'
import { err } from '../../../kit/base/result.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { CodeField } from '../sign-in/CodeField.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './SettingsDialog.module.css'

/** Settings of an account whose two-step sign-in is on: a form that turns it off, with password and code. */
export function SecondFactorOn({ codesLeft, onOff }: { codesLeft: number; onOff(): void }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)

  const turnOff = async (password: string) => {
    const removed = await api.removeSecondFactor(password, code)
    const isPasswordWrong = !removed.ok && removed.error.code === 'wrong_password'
    setCodeError(removed.ok || isPasswordWrong ? null : removed.error.message)
    if (!removed.ok) return err(isPasswordWrong ? removed.error.message : null)
    toasts.show({ title: t('Two-step sign-in is off') })
    onOff()
    return removed
  }
  return (
    <PasswordForm
      action={t('Turn two-step sign-in off')}
      isComplete={code.trim() !== ''}
      onSubmit={turnOff}
      after={<CodeField value={code} onValue={setCode} error={codeError} />}
    >
      <p className={styles.note}>
        {t(
          'Two-step sign-in is on. {codes, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}} To get new ones, turn it off and set it up again.',
          { codes: codesLeft },
        )}
      </p>
    </PasswordForm>
  )
}
