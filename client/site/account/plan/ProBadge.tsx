import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { isPro, type Plan } from '#server/contract/plans/entitlements.ts'
import { useAccount, usePlan } from '../state/contexts.ts'
import styles from './ProBadge.module.css'
import { ProMark } from './ProMark.tsx'
import { trialDaysText } from './planText.ts'

/**
 * The Pro button in the editor's top bar. During a trial, it shows the remaining days. A click opens the sign-in dialog
 * for visitors, the upgrade dialog for free accounts, and otherwise the prices in a new tab.
 */
export function ProBadge() {
  const account = useAccount()
  const plan = usePlan()
  const press = () => {
    if (plan.tier === 'visitor') account.openSignIn()
    else if (plan.tier === 'free') account.open({ name: 'upgrade' })
    else open('/pricing', '_blank', 'noopener') // opened in a new tab, so that the work in this tab isn't lost
  }
  return (
    <Tooltip text={hintOf(plan)}>
      <button
        type="button"
        className={cx(styles.badge, plan.tier === 'pro' && styles.owned)}
        // during a trial, the floating button has the same function
        data-part={plan.tier === 'trial' ? 'trial-badge' : undefined}
        onClick={press}
      >
        <ProMark />
        {plan.tier === 'trial' && (
          <span className={styles.trial} data-part="trial-days">
            {trialDaysText(plan.until, account.now())}
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

/**
 * The number of downloads that a free account has left, short on narrow screens. Renders nothing for other accounts,
 * which have no limit.
 */
export function DownloadsLeft() {
  const plan = usePlan()
  const isNarrow = useMedia(NARROW)
  if (plan.tier !== 'free') return null
  const { credits } = plan
  const left = t('{credits, plural, =0 {No downloads left} one {# download left} other {# downloads left}}', {
    credits,
  })
  if (!isNarrow) return left
  return (
    <>
      <span aria-hidden>{t('{credits, plural, other {# left}}', { credits })}</span>
      <span className="unseen">{left}</span>
    </>
  )
}
