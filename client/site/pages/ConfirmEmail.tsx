import { type FormEvent, useState } from 'react'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { PasswordField } from '../account/sign-in/PasswordField.tsx'
import { useAccount } from '../account/state/AccountContext.tsx'
import styles from './MessagePage.module.css'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/**
 * Form that confirms an e-mail address. It asks for the account's password: otherwise somebody who signed up with a
 * stranger's address could get the owner of the address to confirm the account. The password also signs in.
 */
export function ConfirmEmail({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [step, setStep] = useState<'asking' | 'busy' | 'done'>('asking')

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (step === 'busy') return
    if (password === '') return setError(t('Please enter your password.'))
    setStep('busy')
    const verified = await account.api.verifyEmail(token, password)
    setStep(verified.ok ? 'done' : 'asking')
    if (!verified.ok) return setError(verified.error.message)
    await account.signedIn()
  }

  if (step === 'done')
    return (
      <MessagePage title={t('Your address is confirmed')}>
        <MessageText>{t('Thank you. You are signed in.')}</MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={onLeave}>
            {t('Go to the home page')}
          </Button>
        </MessageActions>
      </MessagePage>
    )
  return (
    <MessagePage title={t('Confirm your email address')}>
      <MessageText>{t('Enter the password you chose to confirm this address.')}</MessageText>
      <form className={styles.form} onSubmit={(event) => void confirm(event)} noValidate>
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        <Button type="submit" look="primary" size="large" isBusy={step === 'busy'}>
          {t('Confirm email address')}
        </Button>
        <Button look="ghost" onClick={onLeave}>
          {t('Not now')}
        </Button>
      </form>
    </MessagePage>
  )
}
