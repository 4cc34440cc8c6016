import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { isPro, type Plan } from '#server/contract/plans/entitlements.ts'
import { useAccount, usePlan } from '../state/contexts.ts'
import styles from './ProBadge.module.css'
import { ProMark } from './ProMark.tsx'
import { trialDaysText } from './planText.ts'

/** The Pro button in the editor's bar. During a trial, it also says how many days are left. */
export function ProBadge() {
  const account = useAccount()
  const plan = usePlan()
  const press = () => {
    if (plan.tier === 'visitor') account.openSignIn()
    else if (plan.tier === 'free') account.open({ name: 'upgrade' })
    else open('/pricing', '_blank', 'noopener') // a new tab, so that this tab's work stays open
  }
  return (
    <Tooltip text={hintOf(plan)}>
      <button type="button" className={cx(styles.badge, plan.tier === 'pro' && styles.owned)} onClick={press}>
        <ProMark />
        {plan.tier === 'trial' && (
          <span className={styles.trial} data-part="trial-days">
            {trialDaysText(plan.until)}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

function hintOf(plan: Plan): string {
  if (plan.tier === 'trial') return t('Choose a plan for after your trial')
  return isPro(plan) ? t('Your plan') : t('Upgrade to Pro')
}

/** The number of downloads that a free account has left, below the Download button. Other accounts have no limit. */
export function DownloadsLeft() {
  const plan = usePlan()
  if (plan.tier !== 'free') return null
  return t('{credits, plural, =0 {No downloads left} one {# download left} other {# downloads left}}', {
    credits: plan.credits,
  })
}
