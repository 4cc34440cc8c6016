import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ApiError, Proof } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import type { Result } from '#client/kit/values/result.ts'
import { CodeField } from '../sign-in/CodeForm.tsx'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import styles from './SettingsDialog.module.css'

interface Props {
  /** Label of the submit button. */
  action: string
  /** Label of the password field. By default "Your password". */
  label?: string
  look?: 'danger'
  icon?: LucideIcon
  /** False while other required fields are empty, so that the button is disabled. */
  isComplete?: boolean
  /** Asks the user before the form is submitted. If it resolves with false, the form isn't submitted. */
  confirm?(): Promise<boolean>
  /** Submits the form, first without a code for two-step sign-in. After success, the password field is cleared. */
  onSubmit(password: string, proof: Proof): Promise<Result<unknown, Pick<ApiError, 'code' | 'message'>>>
  /**
   * Content above the password field. If the form has another field, this is a function that renders both fields.
   * `otherError`: text of any error except a wrong password or code, which the other field shows.
   */
  children?: ReactNode | ((passwordField: ReactNode, otherError: string | null) => ReactNode)
}

/** Errors that the field for the code shows. */
const CODE_ERRORS = new Set<ApiError['code']>(['code_needed', 'wrong_code', 'too_many'])

/**
 * A form that changes the account and asks for the current password, and for a code if the server requires one. It
 * can't be submitted again while a submission is pending.
 */
export function PasswordForm(props: Props) {
  const { action, label, look, icon, isComplete = true, confirm, onSubmit, children } = props
  const [password, setPassword] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<Pick<ApiError, 'code' | 'message'> | null>(null)
  const { isBusy, submit } = useSubmit(async () => {
    const sent = await onSubmit(password, needsCode ? { password, code } : { password })
    setError(sent.ok ? null : sent.error)
    if (sent.ok) setPassword('')
    setNeedsCode(!sent.ok && (needsCode || sent.error.code === 'code_needed'))
    setCode('')
  }, confirm)
  const hasOtherField = typeof children === 'function'
  const isOfCode = needsCode && error !== null && CODE_ERRORS.has(error.code)
  const isOther = hasOtherField && error?.code !== 'wrong_password' && !isOfCode
  const text = error?.message ?? null
  const field = (
    <>
      <PasswordField
        label={label ?? t('Your password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isOther || isOfCode ? null : text}
      />
      {needsCode && <CodeField value={code} onValue={setCode} error={isOfCode ? text : null} />}
    </>
  )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {hasOtherField ? (
        children(field, isOther ? text : null)
      ) : (
        <>
          {children}
          {field}
        </>
      )}
      <div className={styles.row}>
        <Button
          type="submit"
          {...(look && { look })}
          {...(icon && { icon })}
          isBusy={isBusy}
          disabled={password === '' || !isComplete || (needsCode && code.trim() === '')}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
