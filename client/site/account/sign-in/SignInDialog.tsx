import { MailCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { claimWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { waitingDesign } from '#client/kit/device-storage/waitingInTab.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { EDITOR_PATH, linkedTemplate } from '#server/contract/pages/guard.ts'
import { FREE_IMAGES } from '#server/contract/plans/limits.ts'
import { useAccount } from '../state/contexts.ts'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import type { Credentials } from './submitCredentials.ts'
import { WaitingDesign, WaitingPhoto } from './WaitingPhoto.tsx'

interface Props {
  /** The path that opens after signing in. If null, the dialog only closes. */
  returnUrl: string | null
  /** If true, the editor opens a photo after sign-in, and the dialog first offers to create an account. */
  hasPhoto: boolean
  /** True after the user has signed in in another tab, for example with the link in a confirmation email. */
  isDone?: boolean | undefined
  onClose(): void
}

type Step =
  | { name: 'credentials' }
  | { name: 'forgot' }
  | { name: 'code'; credentials: Credentials }
  | { name: 'mail'; email: string; about: keyof typeof MAIL_TEXTS }

const START: Step = { name: 'credentials' }

const MAIL_TEXTS = {
  confirm: (email: string) => t('We sent an email to {email}. Open the link in it to confirm your address.', { email }),
  reset: (email: string) =>
    t('If there’s an account for {email}, we sent it a link to reset your password. It can take a minute to arrive.', {
      email,
    }),
}

const TITLES = {
  credentials: 'Welcome',
  forgot: 'Reset your password',
  code: 'Enter your code',
  mail: 'Check your email',
}

/** The dialog for signing in, creating an account, and resetting a forgotten password. */
export function SignInDialog({ returnUrl, hasPhoto, isDone, onClose }: Props) {
  const account = useAccount()
  const [, navigate] = useLocation()
  const [step, setStep] = useState<Step>(START)
  const [email, setEmail] = useState('')
  const isOpen = returnUrl !== null
  const design = useMemo(() => (isOpen ? waitingDesign() : null), [isOpen])
  const isNew = hasPhoto || design !== null || linkedTemplate(returnUrl?.split('?')[1] ?? '') !== null
  const { config, user } = useSnapshot(account.state)
  const { billing } = config ?? {}
  const offer =
    billing === 'off'
      ? t('Create a free account')
      : t('Create a free account: {images, plural, one {# photo} other {# photos}}, no card', { images: FREE_IMAGES })
  useEffect(() => {
    if (isOpen) setStep(START)
  }, [isOpen])
  const isSignedIn = user !== null
  useEffect(() => {
    if (isSignedIn) setEmail('') // the next person on this device must not see the address
  }, [isSignedIn])

  const goOn = (path: string) => {
    onClose()
    if (path !== location.pathname + location.search) navigate(path)
  }
  const goOnSignedIn = useEffectEvent(async () => {
    if (account.state.user) await claimWaitingPhoto(account.state.user.id)
    goOn(returnUrl ?? EDITOR_PATH)
  })
  useEffect(() => {
    if (isDone) void goOnSignedIn()
  }, [isDone])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={step.name === 'credentials' && isNew ? offer : t(TITLES[step.name])}
      {...(step.name === 'credentials' && {
        description: hasPhoto
          ? t('After you create an account or sign in, your photo opens in the editor.')
          : !isNew
            ? t('Enter your email and password to sign in or create an account.')
            : t('After you create an account or sign in, you can use this design with your photo.'),
      })}
    >
      {step.name === 'credentials' && hasPhoto && <WaitingPhoto />}
      {step.name === 'credentials' && design !== null && <WaitingDesign code={design} />}
      {step.name === 'credentials' && (
        <CredentialsForm
          returnUrl={returnUrl ?? EDITOR_PATH}
          isNew={isNew}
          email={email}
          onEmail={setEmail}
          onDone={goOn}
          onForgot={() => setStep({ name: 'forgot' })}
          onMail={(to) => setStep({ name: 'mail', email: to, about: 'confirm' })}
          onCode={(credentials) => setStep({ name: 'code', credentials })}
        />
      )}
      {step.name === 'code' && <CodeForm credentials={step.credentials} onDone={goOn} onBack={() => setStep(START)} />}
      {step.name === 'forgot' && (
        <ForgotForm
          email={email}
          onEmail={setEmail}
          onBack={() => setStep(START)}
          onMail={(to) => setStep({ name: 'mail', email: to, about: 'reset' })}
        />
      )}
      {step.name === 'mail' && (
        <EmptyState icon={MailCheck} text={MAIL_TEXTS[step.about](step.email)}>
          <Button onClick={() => setStep(START)}>{t('Back')}</Button>
        </EmptyState>
      )}
    </Dialog>
  )
}
