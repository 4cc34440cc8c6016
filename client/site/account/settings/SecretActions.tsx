import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import styles from './SettingsDialog.module.css'

interface Props {
  secret: string
  /** What to do where the browser refuses to copy; translated. */
  byHand: string
  onRefused?(): void
  onDone(): void
}

/** The buttons below a secret that is shown once: Copy and Done. */
export function SecretActions({ secret, byHand, onRefused, onDone }: Props) {
  const { toasts } = useNotices()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toasts.show({ title: t('Copied to the clipboard!') })
    } catch {
      onRefused?.() // no permission
      toasts.show({ title: byHand, isDestructive: true })
    }
  }
  return (
    <div className={styles.row}>
      <Button onClick={() => void copy()}>{t('Copy')}</Button>
      <Button look="primary" onClick={onDone}>
        {t('Done')}
      </Button>
    </div>
  )
}
