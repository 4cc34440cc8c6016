import { useState } from 'react'
import type { Api } from '#client/kit/api/api.ts'
import { ok } from '#client/kit/base/result.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { CodeField } from '../sign-in/CodeForm.tsx'
import { useAccount, useAnswer, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './SettingsDialog.module.css'
import { TurnOnSecondFactor } from './TurnOnSecondFactor.tsx'

/** Turns two-step sign-in on and off. */
export function SecondFactor() {
  const [answer, change] = useAnswer(fetchState)
  if (!answer) return <p className={styles.note}>{t('Loading...')}</p>
  if (!answer.ok)
    return (
      <p className={styles.note} role="alert">
        {answer.error.message}
      </p>
    )
  const { on, recovery_codes_left } = answer.value
  return on ? (
    <TurnOffSecondFactor
      codesLeft={recovery_codes_left}
      onOff={() => change(() => ok({ on: false, recovery_codes_left: 0 }))}
    />
  ) : (
    <TurnOnSecondFactor onOn={(codes) => change(() => ok({ on: true, recovery_codes_left: codes }))} />
  )
}

const fetchState = (api: Api) => api.secondFactor()

/** Shows the recovery codes that are left, and turns two-step sign-in off with the password and a code. */
function TurnOffSecondFactor({ codesLeft, onOff }: { codesLeft: number; onOff(): void }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)

  const turnOff = async (password: string) => {
    const removed = await api.removeSecondFactor(password, code)
    if (!removed.ok) return removed
    toasts.show({ title: t('Two-step sign-in is off') })
    onOff()
    return removed
  }
  return (
    <PasswordForm
      action={t('Turn off two-step sign-in')}
      isComplete={code.trim() !== ''}
      onSubmit={turnOff}
      onOtherError={setCodeError}
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
