import { Sparkles } from 'lucide-react'
import { useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { EDITOR_PATH } from '#server/contract/guard.ts'
import { usePlan } from '../state/contexts.ts'
import styles from './FloatingUpgrade.module.css'

/** The floating "Upgrade to Pro" button for trial accounts (spec §6). */
export function FloatingUpgrade() {
  const [path, navigate] = useLocation()
  const isTrial = usePlan().tier === 'trial'
  if (!isTrial || path === '/pricing' || path === '/checkout') return null // the button would link to the current page
  return (
    <Button
      look="primary"
      icon={Sparkles}
      className={cx(styles.floating, path === EDITOR_PATH && styles.inEditor)}
      onClick={() => navigate('/pricing')}
    >
      {t('Upgrade to Pro')}
    </Button>
  )
}
