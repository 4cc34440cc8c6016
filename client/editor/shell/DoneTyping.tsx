import { Check } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSession } from '#client/model/session/session.ts'
import styles from './Screen.module.css'

/**
 * The button above a phone's keyboard that ends typing on the canvas. All other controls are hidden meanwhile, so
 * without this button no way out would be visible.
 */
export function DoneTyping() {
  const { ui } = useSession()
  return (
    <Button
      look="primary"
      icon={Check}
      className={styles.done}
      onClick={() => {
        ui.typing = null
      }}
    >
      {t('Done')}
    </Button>
  )
}
