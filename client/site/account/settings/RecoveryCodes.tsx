import { useEffect, useRef } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import own from './SecondFactor.module.css'
import { SecretActions } from './SecretActions.tsx'
import styles from './SettingsDialog.module.css'

/** Shows the recovery codes once, after two-step sign-in was turned on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), []) // the button that had the focus is gone
  return (
    <div className={styles.form}>
      <p ref={heading} tabIndex={-1}>
        {t(
          'Two-step sign-in is on. Keep these recovery codes where you find them without your phone: each signs you in once, and they are not shown again.',
        )}
      </p>
      <ul className={own.codes} aria-label={t('Recovery codes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <SecretActions secret={codes.join('\n')} byHand={t('Select the codes and copy them by hand.')} onDone={onDone} />
    </div>
  )
}
