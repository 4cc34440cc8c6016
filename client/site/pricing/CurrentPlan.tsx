import { useSnapshot } from 'valtio'
import type { BillingStanding } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { isPro, seesManageSubscription } from '#server/contract/plans/entitlements.ts'
import { manageSubscription } from '../account/plan/billing.ts'
import { formatLongDate, planText } from '../account/plan/planText.ts'
import { useAccount, useNotices, usePlan } from '../account/state/contexts.ts'
import styles from './CurrentPlan.module.css'

interface Props {
  standing: BillingStanding | null
  /** Called after the user has canceled the trial. Requests the billing state again. */
  onChange(): Promise<void>
}

/**
 * The current plan. A button cancels a trial, or opens the billing portal for a subscription. The portal is
 * also offered after the end of an unpaid subscription. Renders nothing for visitors, and if the server has no billing.
 */
export function CurrentPlan({ standing, onChange }: Props) {
  const account = useAccount()
  const { dialogs, toasts } = useNotices()
  const { config, standing: whose } = useSnapshot(account.state)
  const plan = usePlan()
  if (whose === 'unknown') return <div className={styles.unknown} />
  if (plan.tier === 'visitor' || config?.billing === 'off') return null
  const isPaid = isPro(plan)
  const isUnpaid = standing?.payment_failed === true
  const { status, date } = planText(plan)
  const endsOn = standing?.cancel_at ? formatLongDate(Date.parse(standing.cancel_at)) : null
  const willEnd = isPaid && endsOn !== null // no payment is due before the end

  const cancelTrial = async (until: number) => {
    const isSure = await dialogs.confirm({
      title: t('Cancel your trial?'),
      text: t('You’ll keep Pro until {date}. You won’t be charged.', { date: formatLongDate(until) }),
      confirm: t('Cancel trial'),
      cancel: t('Cancel'),
      isDanger: true,
    })
    if (!isSure) return
    const canceled = await account.api.cancelTrial()
    if (!canceled.ok) return void toasts.showError(canceled.error.message)
    account.takeProfile(canceled.value)
    await onChange()
    toasts.show({ title: t('Trial canceled'), description: t('You won’t be charged.') })
  }
  return (
    <section className={cx(styles.current, isPaid || isUnpaid ? styles.paid : styles.line)} aria-label={t('Your plan')}>
      <p className={styles.words}>
        <strong className={styles.status}>{status}</strong>
        {willEnd ? t('Ends on {date}. You won’t be charged again.', { date: endsOn }) : date}
        {isUnpaid && !willEnd && <span>{t('Your last payment failed. Update your card to continue with Pro.')}</span>}
      </p>
      {plan.tier === 'trial' && standing && !endsOn && (
        <button type="button" className={styles.cancel} onClick={() => void cancelTrial(plan.until)}>
          {t('Cancel trial')}
        </button>
      )}
      {(isUnpaid || seesManageSubscription(plan)) && (
        <Button look="outline" onClick={() => void manageSubscription(account, toasts)}>
          {t('Manage Subscription')}
        </Button>
      )}
    </section>
  )
}
