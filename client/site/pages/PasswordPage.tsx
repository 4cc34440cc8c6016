import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { PasswordField } from '../account/sign-in/PasswordField.tsx'
import styles from './MessagePage.module.css'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

interface Props {
  title: string
  text: string
  field: { label: string; autoComplete: 'current-password' | 'new-password'; hint?: ReactNode }
  /** Label of the submit button. */
  submit: string
  /** Returns the error text of an invalid password, or null. */
  check(password: string): string | null
  /** Sends the password. Resolves with null, or with the error text to show below the field. */
  send(password: string): Promise<string | null>
  /** Called after the server has accepted the password and `done` is shown. */
  onDone(): Promise<void>
  /** Shown in place of the form after a success. `action`: label of the only button. */
  done: { title: string; text: string; action: string; onAction(): void }
  /** Called if the visitor leaves the page without sending a password. */
  onLeave(): void
}

/**
 * The page that a link in our emails opens: a form with one password field. After `send` has succeeded, the page shows
 * a message with one button. The caller translates the texts.
 */
export function PasswordPage({ title, text, field, submit, check, send, onDone, done, onLeave }: Props) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [step, setStep] = useState<'asking' | 'busy' | 'done'>('asking')

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (step === 'busy') return
    const invalid = check(password)
    if (invalid !== null) return setError(invalid)
    setStep('busy')
    const refused = await send(password)
    setStep(refused === null ? 'done' : 'asking')
    if (refused !== null) return setError(refused)
    await onDone()
  }

  if (step === 'done')
    return (
      <MessagePage title={done.title}>
        <MessageText>{done.text}</MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={done.onAction}>
            {done.action}
          </Button>
        </MessageActions>
      </MessagePage>
    )
  return (
    <MessagePage title={title}>
      <MessageText>{text}</MessageText>
      <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
        <PasswordField
          {...field}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        <Button type="submit" look="primary" size="large" isBusy={step === 'busy'}>
          {submit}
        </Button>
        <Button look="ghost" onClick={onLeave}>
          {t('Not now')}
        </Button>
      </form>
    </MessagePage>
  )
}
