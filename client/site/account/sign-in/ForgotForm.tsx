import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { useAccount } from '../state/contexts.ts'
import styles from './CredentialsForm.module.css'
import { type FieldErrors, submitCredentials } from './submitCredentials.ts'

interface Props {
  email: string
  onEmail(email: string): void
  onBack(): void
  onMail(email: string): void
}

/**
 * A form that requests an email with a reset link. If the server can't send email, tells the user to ask the site
 * administrator.
 */
export function ForgotForm({ email, onEmail, onBack, onMail }: Props) {
  const account = useAccount()
  const { config } = useSnapshot(account.state)
  const [complaints, setComplaints] = useState<FieldErrors>({})
  const field = useRef<HTMLInputElement>(null)

  const { isBusy, submit } = useSubmit(async () => {
    const outcome = await submitCredentials(account, 'forgot', { email, password: '', returnUrl: '/' })
    setComplaints(outcome.kind === 'refused' ? outcome.complaints : {})
    if (outcome.kind === 'refused') field.current?.focus()
    else if (outcome.kind === 'check-your-mail') onMail(outcome.email)
  })

  if (config?.mail === false)
    return (
      <div className={styles.form}>
        <p>
          {t(API_ERRORS.no_mail)} {t('Ask the site administrator for a reset link.')}
        </p>
        <div className={styles.row}>
          <Button onClick={onBack}>{t('Back')}</Button>
        </div>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('We’ll email you a link to reset your password.')}</p>
      <TextField
        ref={field}
        label={t('Email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          setComplaints({})
        }}
        error={complaints.email ?? null}
      />
      {complaints.form && (
        <p className={styles.error} role="alert">
          {complaints.form}
        </p>
      )}
      <div className={styles.row}>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t('Send link')}
        </Button>
      </div>
    </form>
  )
}
