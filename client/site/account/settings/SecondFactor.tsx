import { useEffect, useState } from 'react'
import type { SecondFactorState } from '../../../kit/api/api.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { useAccount } from '../state/AccountContext.tsx'
import { SecondFactorOff } from './SecondFactorOff.tsx'
import { SecondFactorOn } from './SecondFactorOn.tsx'
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
