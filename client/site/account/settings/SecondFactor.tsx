import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import type { Api, SecondFactorSetup } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { ok } from '#client/kit/values/result.ts'
import { CodeField } from '../sign-in/CodeForm.tsx'
import { useAccount, useAnswer, useNotices } from '../state/contexts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import own from './SecondFactor.module.css'
import { LoadingFailed } from './Sessions.tsx'
import styles from './SettingsDialog.module.css'

/** The step of turning two-step sign-in on: enter the password, scan the QR code, save the recovery codes. */
export type SetupStep =
  | { name: 'password' }
  | { name: 'scan'; setup: SecondFactorSetup }
  | { name: 'codes'; codes: string[] }

/** The settings of two-step sign-in. The caller stores the current step of turning it on. */
export function SecondFactor({ setup, onSetup }: { setup: SetupStep; onSetup(step: SetupStep): void }) {
  const [answer, change] = useAnswer(fetchState)
  if (setup.name === 'codes') {
    const finish = () => {
      change(() => ok({ on: true, recovery_codes_left: setup.codes.length }))
      onSetup({ name: 'password' })
    }
    return <RecoveryCodes codes={setup.codes} onDone={finish} />
  }
  if (!answer) return <p className={styles.note}>{t('Loading...')}</p>
  if (!answer.ok) return <LoadingFailed error={answer.error} />
  const { on, recovery_codes_left } = answer.value
  if (on) {
    const forget = () => {
      change(() => ok({ on: false, recovery_codes_left: 0 }))
      onSetup({ name: 'password' }) // a setup that was confirmed elsewhere, or whose response was lost, is over
    }
    return <TurnOffSecondFactor codesLeft={recovery_codes_left} onOff={forget} />
  }
  return setup.name === 'scan' ? (
    <Scan setup={setup.setup} onCodes={(codes) => onSetup({ name: 'codes', codes })} />
  ) : (
    <AskPassword onSetup={(begun) => onSetup({ name: 'scan', setup: begun })} />
  )
}

const fetchState = (api: Api) => api.secondFactor()

/** Shows how many recovery codes are left. Turns two-step sign-in off with the password and a code. */
function TurnOffSecondFactor({ codesLeft, onOff }: { codesLeft: number; onOff(): void }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [code, setCode] = useState('')

  const turnOff = async (password: string) => {
    const removed = await api.removeSecondFactor(password, code)
    if (!removed.ok) return removed
    toasts.show({ title: t('Two-step sign-in is off') })
    onOff()
    return removed
  }
  return (
    <PasswordForm action={t('Turn off two-step sign-in')} isComplete={code.trim() !== ''} onSubmit={turnOff}>
      {(passwordField, otherError) => (
        <>
          <p className={styles.note}>
            {t(
              'Two-step sign-in is on. {codes, plural, =0 {You have no recovery codes left.} one {You have # recovery code left.} other {You have # recovery codes left.}} To get new codes, turn it off and set it up again.',
              { codes: codesLeft },
            )}
          </p>
          {passwordField}
          <CodeField value={code} onValue={setCode} error={otherError} />
        </>
      )}
    </PasswordForm>
  )
}

/** Asks for the password, because the server then creates a new secret. */
function AskPassword({ onSetup }: { onSetup(setup: SecondFactorSetup): void }) {
  const { api } = useAccount()
  const begin = async (password: string) => {
    const begun = await api.setUpSecondFactor(password)
    if (begun.ok) onSetup(begun.value)
    return begun
  }
  return (
    <PasswordForm action={t('Set up two-step sign-in')} onSubmit={begin}>
      <p className={styles.note}>{t('You’ll sign in with your password and a code from an authenticator app.')}</p>
    </PasswordForm>
  )
}

function Scan({ setup, onCodes }: { setup: SecondFactorSetup; onCodes(codes: string[]): void }) {
  const { api } = useAccount()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // focuses the field, because the focused button was removed
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const { isBusy, submit } = useSubmit(async () => {
    const confirmed = await api.confirmSecondFactor(code)
    if (confirmed.ok) return onCodes(confirmed.value.recovery_codes)
    setError(confirmed.error.message)
  })
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('Scan this QR code with your authenticator app, or enter the setup key.')}</p>
      <QrCode text={setup.uri} />
      <TextField
        label={t('Setup key')}
        className={own.secret}
        dir="ltr"
        readOnly
        value={setup.secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <TextField
        ref={field}
        label={t('Code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        dir="ltr"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
        hint={t('The 6-digit code from your authenticator app.')}
      />
      <div className={styles.row}>
        <Button type="submit" isBusy={isBusy} disabled={code.trim() === ''}>
          {t('Turn on')}
        </Button>
      </div>
    </form>
  )
}

/** Width of the light margin around a QR code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code that contains `text`. It is black on white in every theme. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={own.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('QR code for your authenticator app')}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}

/** Shows the recovery codes. They are shown only once, after two-step sign-in was turned on. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { toasts } = useNotices()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), []) // focuses the heading, because the focused button was removed
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toasts.show({ title: t('Copied to clipboard!') })
    } catch {
      // the browser has denied access to the clipboard
      toasts.show({ title: t('Copying failed. Select the codes and copy them manually.'), isDestructive: true })
    }
  }
  return (
    <div className={styles.form}>
      <p ref={heading} tabIndex={-1}>
        {t(
          'Two-step sign-in is on. Save these recovery codes somewhere you can reach without your phone. Each code works once, and you won’t see them again.',
        )}
      </p>
      <ul className={own.codes} aria-label={t('Recovery codes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <Button onClick={() => void copy()}>{t('Copy')}</Button>
        <Button look="primary" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}
