import { type Ref, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { TextField } from '../../../kit/ui/controls/TextField.tsx'
import styles from './CredentialsForm.module.css'

interface Props {
  ref?: Ref<HTMLInputElement>
  value: string
  onValue(value: string): void
  error: string | null
}

/** A field for a code of the authenticator app. A button changes to recovery codes, which need a phone's letter keys. */
export function CodeField({ ref, value, onValue, error }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <TextField
        ref={ref}
        label={isRecovery ? t('Recovery code') : t('Code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        dir="ltr"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
        hint={
          isRecovery
            ? t('One of the codes that you kept when you turned two-step sign-in on. Each works once.')
            : t('The six digits that your authenticator app shows.')
        }
      />
      <Button look="ghost" size="small" className={styles.other} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t('Use a code of the app') : t('Use a recovery code')}
      </Button>
    </>
  )
}
