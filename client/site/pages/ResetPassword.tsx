import { type FormEvent, useState } from 'react'
import { isPasswordLength, PASSWORD_MIN } from '#server/contract/credentials.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { PasswordField } from '../account/sign-in/PasswordField.tsx'
import { useAccount } from '../account/state/AccountContext.tsx'
import styles from './MessagePage.module.css'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** Form that sets a new password with the token of a reset link. All devices are signed out. */
export function ResetPassword({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [step, setStep] = useState<'asking' | 'busy' | 'done'>('asking')

  const reset = async (event: FormEvent) => {
    event.preventDefault()
    if (step === 'busy') return
    if (!isPasswordLength(password)) return setError(API_ERRORS.weak_password)
    setStep('busy')
    const done = await account.api.resetPassword(token, password)
    setStep(done.ok ? 'done' : 'asking')
    if (!done.ok) return setError(done.error.message)
    await account.refresh()
  }
  const signIn = () => {
    onLeave()
    account.openSignIn()
  }

  if (step === 'done')
    return (
      <MessagePage title={t('Your password is changed')}>
        <MessageText>{t('You have been signed out on every device.')}</MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={signIn}>
            {t('Sign in')}
          </Button>
        </MessageActions>
      </MessagePage>
    )
  return (
    <MessagePage title={t('Choose a new password')}>
      <MessageText>{t('After that you are signed out on every device.')}</MessageText>
      <form className={styles.form} onSubmit={(event) => void reset(event)} noValidate>
        <PasswordField
          label={t('New password')}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
          hint={t('At least {min} characters.', { min: PASSWORD_MIN })}
        />
        <Button type="submit" look="primary" size="large" isBusy={step === 'busy'}>
          {t('Change password')}
        </Button>
        <Button look="ghost" onClick={onLeave}>
          {t('Not now')}
        </Button>
      </form>
    </MessagePage>
  )
}
