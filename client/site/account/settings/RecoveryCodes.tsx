import { useEffect, useRef } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import own from './SecondFactor.module.css'
import styles from './SettingsDialog.module.css'

/** Shows the recovery codes once, after two-step sign-in was turned on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { toasts } = useNotices()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), []) // the button that had the focus is gone

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toasts.show({ title: t('Copied to the clipboard!') })
    } catch {
      // no permission: the codes can be selected
      toasts.show({ title: t('Select the codes and copy them by hand.'), isDestructive: true })
    }
  }
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
      <div className={styles.row}>
        <Button onClick={() => void copy()}>{t('Copy')}</Button>
        <Button look="primary" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}
