import { Sparkles } from 'lucide-react'
import { useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { usePlan } from '../state/contexts.ts'
import styles from './FloatingUpgrade.module.css'
import { planText } from './planText.ts'

/**
 * The floating "Upgrade to Pro" button for trial accounts. Pages reserve a strip for it at the edge of the window, so
 * that it doesn't cover text or controls. Renders nothing for other accounts, and on the pages for prices and checkout.
 */
export function FloatingUpgrade() {
  const [path, navigate] = useLocation()
  const plan = usePlan()
  // on the pages for prices and checkout, the button would link to the current page
  if (plan.tier !== 'trial' || path === '/pricing' || path === '/checkout') return null
  const { status, date } = planText(plan)
  const isInEditor = path === EDITOR_PATH
  return (
    <aside className={cx(styles.strip, isInEditor && styles.inEditor)} aria-label={t('Your plan')}>
      {!isInEditor && (
        <p className={styles.plan}>
          <strong>{status}</strong> {date}
        </p>
      )}
      <Tooltip text={t('Choose a plan for after your trial')} side="top">
        <Button look="primary" icon={Sparkles} className={styles.button} onClick={() => navigate('/pricing')}>
          {t('Upgrade to Pro')}
        </Button>
      </Tooltip>
    </aside>
  )
}
