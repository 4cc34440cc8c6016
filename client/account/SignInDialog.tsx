import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { DEFAULT_RETURN_PATH } from '#server/contract/return-path.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { ForgotForm } from './ForgotForm.tsx'

interface Props {
  /** Where to go after signing in; null = closed. */
  returnUrl: string | null
  onClose(): void
}

type Step = { name: 'credentials' } | { name: 'forgot' } | { name: 'mail'; email: string; what: string }

const START: Step = { name: 'credentials' }

const TITLES = { credentials: 'Welcome', forgot: 'Reset your password', mail: 'Check your mail' }

/** Signing in, signing up and a forgotten password in one dialog (spec §2). */
export function SignInDialog({ returnUrl, onClose }: Props) {
  const [, navigate] = useLocation()
  const [step, setStep] = useState<Step>(START)
  const [email, setEmail] = useState('')
  const isOpen = returnUrl !== null
  useEffect(() => {
    if (isOpen) setStep(START)
  }, [isOpen])

  const goOn = (path: string) => {
    onClose()
    if (path !== location.pathname + location.search) navigate(path)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={TITLES[step.name]}
      {...(step.name === 'credentials'
        ? { description: 'Sign in, or create an account with the same two fields.' }
        : {})}
    >
      {step.name === 'credentials' && (
        <CredentialsForm
          returnUrl={returnUrl ?? DEFAULT_RETURN_PATH}
          email={email}
          onEmail={setEmail}
          onDone={goOn}
          onForgot={() => setStep({ name: 'forgot' })}
          onMail={(to) => setStep({ name: 'mail', email: to, what: 'confirm your address' })}
        />
      )}
      {step.name === 'forgot' && (
        <ForgotForm
          email={email}
          onEmail={setEmail}
          onBack={() => setStep(START)}
          onMail={(to) => setStep({ name: 'mail', email: to, what: 'choose a new password' })}
        />
      )}
      {step.name === 'mail' && (
        <EmptyState
          icon={MailCheck}
          text={`If ${step.email} can receive it, a mail with a link to ${step.what} arrives in a minute.`}
        >
          <Button onClick={() => setStep(START)}>Back</Button>
        </EmptyState>
      )}
    </Dialog>
  )
}
