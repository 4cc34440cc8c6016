import { ArrowRight } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { LinkButton } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { PLANS } from '#server/contract/plans.ts'
import { Badge, formatOffer } from '../account/plan/offer.tsx'
import { UPGRADE_NOTE } from '../account/plan/UpgradeDialog.tsx'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Plans.module.css'

/** A summary of the plans with a link to the pricing page. Renders nothing on a server without billing. */
export function Plans() {
  const { config } = useSnapshot(useAccount().state)
  if (config?.billing === 'off') return null
  return (
    <section className={styles.plans} aria-labelledby="plans">
      <div className={styles.head}>
        <h2 id="plans" className={styles.title}>
          {t('Every feature in every plan')}
        </h2>
        <p className={styles.note}>{t(UPGRADE_NOTE)}</p>
      </div>
      <ul className={styles.list}>
        {PLANS.map((offer) => ({ ...offer, ...formatOffer(offer) })).map(
          ({ id, name, price, per, was, badge, highlighted }) => (
            <li key={id} className={cx(styles.plan, highlighted && styles.highlighted)}>
              <span className={styles.name}>
                {name}
                {badge && <Badge tone="accent">{badge}</Badge>}
              </span>
              <span className={styles.price}>
                <span className={styles.amount}>{price}</span> {per || t('free trial')}{' '}
                {was && (
                  <s>
                    <span className="unseen">{t('Was')} </span>
                    {was}
                  </s>
                )}
              </span>
            </li>
          ),
        )}
      </ul>
      <Link href="/pricing" asChild>
        <LinkButton look="outline" size="large" icon={ArrowRight}>
          {t('See plans')}
        </LinkButton>
      </Link>
    </section>
  )
}
