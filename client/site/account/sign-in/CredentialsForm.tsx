import { type FormEvent, useRef, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { PASSWORD_MIN } from '#server/contract/api/credentials.ts'
import { useAccount } from '../state/contexts.ts'
import styles from './CredentialsForm.module.css'
import { PasswordField } from './PasswordField.tsx'
import { type Credentials, type FieldErrors, type Intent, submitCredentials } from './submitCredentials.ts'

interface Props {
  returnUrl: string
  /** If true, the user probably has no account, so the button that creates an account comes first. */
  isNew: boolean
  email: string
  onEmail(email: string): void
  onDone(returnUrl: string): void
  onForgot(): void
  onMail(email: string): void
  /** Called if the server requires a code for two-step sign-in. */
  onCode(credentials: Credentials): void
}

/**
 * The form with email address and password. It has a button for signing in and a button for creating an account. Enter
 * presses the first button.
 */
export function CredentialsForm({ returnUrl, isNew, email, onEmail, onDone, onForgot, onMail, onCode }: Props) {
  const account = useAccount()
  const [password, setPassword] = useState('')
  const [complaints, setComplaints] = useState<FieldErrors>({})
  const [busy, setBusy] = useState<Intent | null>(null)

  const fields = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const focusWrongField = ({ email, password }: FieldErrors) =>
    (email ? fields.email : password ? fields.password : null)?.current?.focus()
  const clearError = (field: keyof FieldErrors) => setComplaints(({ [field]: _, ...others }) => others)

  const send = async (intent: Intent) => {
    if (busy) return
    setBusy(intent)
    const outcome = await submitCredentials(account, intent, { email, password, returnUrl })
    setBusy(null)
    setComplaints(outcome.kind === 'refused' ? outcome.complaints : {})
    if (outcome.kind === 'refused') focusWrongField(outcome.complaints)
    else if (outcome.kind === 'done') onDone(outcome.returnUrl)
    else if (outcome.kind === 'check-your-mail') onMail(outcome.email)
    else if (outcome.kind === 'code-needed') onCode(outcome.credentials)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send(isNew ? 'create' : 'sign-in')
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        ref={fields.email}
        label={t('Email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          clearError('email')
        }}
        error={complaints.email ?? null}
      />
      <PasswordField
        ref={fields.password}
        label={t('Password')}
        name="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          clearError('password')
        }}
        error={complaints.password ?? null}
        hint={isNew && t('New passwords need at least {min} characters.', { min: PASSWORD_MIN })}
      />
      {complaints.form && (
        <p className={styles.error} role="alert">
          {complaints.form}
        </p>
      )}
      <div className={styles.actions}>
        {(isNew ? INTENTS.toReversed() : INTENTS).map(({ intent, label }, i) => (
          <Button
            key={intent}
            {...(i === 0 ? { type: 'submit', look: 'primary' } : { look: 'outline', onClick: () => void send(intent) })}
            size="large"
            isWide
            isBusy={busy === intent}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      <Button look="ghost" size="small" className={styles.forgot} onClick={onForgot}>
        {t('Forgot password?')}
      </Button>
    </form>
  )
}

/** The form's purposes with the buttons' labels, in English. They are translated when they are shown. */
const INTENTS = [
  { intent: 'sign-in', label: 'Sign in' },
  { intent: 'create', label: 'Create account' },
] as const
