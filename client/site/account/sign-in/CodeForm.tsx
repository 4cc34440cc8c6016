import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { CodeField } from './CodeField.tsx'
import styles from './CredentialsForm.module.css'
import { submitCode } from './submitCode.ts'
import type { Credentials } from './submitCredentials.ts'

interface Props {
  credentials: Credentials
  onDone(returnUrl: string): void
  onBack(): void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ credentials, onDone, onBack }: Props) {
  const account = useAccount()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') return field.current?.focus()
    setBusy(true)
    const outcome = await submitCode(account, credentials, code)
    setBusy(false)
    if (outcome.kind === 'done') return onDone(outcome.returnUrl)
    setError(outcome.complaint)
    setCode('')
    field.current?.focus()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
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
