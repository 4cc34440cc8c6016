import { type Ref, useEffect, useRef, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { useAccount } from '../state/contexts.ts'
import styles from './CredentialsForm.module.css'
import { type Credentials, submitCode } from './submitCredentials.ts'

interface Props {
  credentials: Credentials
  onDone(returnUrl: string): void
  onBack(): void
}

/** The second step of signing in. The user enters a code from the authenticator app, or a recovery code. */
export function CodeForm({ credentials, onDone, onBack }: Props) {
  const account = useAccount()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const { isBusy, submit } = useSubmit(async () => {
    if (code.trim() === '') return field.current?.focus()
    const outcome = await submitCode(account, credentials, code)
    if (outcome.ok) return onDone(outcome.value)
    setError(outcome.error)
    setCode('')
    field.current?.focus()
  })
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <CodeField ref={field} value={code} onValue={setCode} error={error} />
      <div className={styles.row}>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t('Sign in')}
        </Button>
      </div>
    </form>
  )
}

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>
  value: string
  onValue(value: string): void
  error: string | null
}

/**
 * A field for a code from the authenticator app. A button switches to recovery codes, because on phones these need a
 * keyboard with letters.
 */
export function CodeField({ ref, value, onValue, error }: CodeFieldProps) {
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
            ? t('Enter a recovery code you saved when you turned on two-step sign-in. Each code works once.')
            : t('The 6-digit code from your authenticator app.')
        }
      />
      <Button look="ghost" size="small" className={styles.other} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t('Use an authenticator code') : t('Use a recovery code')}
      </Button>
    </>
  )
}
