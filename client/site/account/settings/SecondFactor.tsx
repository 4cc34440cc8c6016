import { useEffect, useState } from 'react'
import type { SecondFactorState } from '#client/kit/api/api.ts'
import { err } from '#client/kit/base/result.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { CodeField } from '../sign-in/CodeForm.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactorOff } from './SecondFactorOff.tsx'
import styles from './SettingsDialog.module.css'

/** Turns two-step sign-in on and off. */
export function SecondFactor() {
  const { api } = useAccount()
  const [state, setState] = useState<SecondFactorState | null>(null)
  const [error, setError] = useState<string | null>(null)

  useEffect(() => {
    let isHere = true
    void api.secondFactor().then((answer) => {
      if (!isHere) return
      if (answer.ok) setState(answer.value)
      else setError(answer.error.message)
    })
    return () => {
      isHere = false
    }
  }, [api])

  if (error)
    return (
      <p className={styles.note} role="alert">
        {error}
      </p>
    )
  if (!state) return <p className={styles.note}>{t('Loading...')}</p>
  return state.on ? (
    <SecondFactorOn
      codesLeft={state.recovery_codes_left}
      onOff={() => setState({ on: false, recovery_codes_left: 0 })}
    />
  ) : (
    <SecondFactorOff onOn={(codes) => setState({ on: true, recovery_codes_left: codes })} />
  )
}

/** Settings of an account with two-step sign-in: a form that turns it off with password and code. */
function SecondFactorOn({ codesLeft, onOff }: { codesLeft: number; onOff(): void }) {
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
      action={t('Turn off two-step sign-in')}
      isComplete={code.trim() !== ''}
      onSubmit={turnOff}
      after={<CodeField value={code} onValue={setCode} error={codeError} />}
    >
      <p className={styles.note}>
        {t(
          'Two-step sign-in is on. {codes, plural, =0 {You have no recovery codes left.} one {You have # recovery code left.} other {You have # recovery codes left.}} To get new codes, turn it off and set it up again.',
          { codes: codesLeft },
        )}
      </p>
    </PasswordForm>
  )
}
