import { PLANS, type PlanOffer } from '#server/contract/plans.ts'
import { FeatureList } from '../account/FeatureList.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { CardAction } from './actions.ts'
import styles from './PlanCard.module.css'

interface Props {
  offer: PlanOffer
  action: CardAction
  onChoose(): void
}

/** A plan with its price, its one action and what is in it. */
export function PlanCard({ offer, action, onChoose }: Props) {
  return (
    <li className={cx(styles.card, offer.highlighted && styles.highlighted)}>
      <div className={styles.head}>
        <h2 className={styles.name}>{offer.name}</h2>
        {offer.badge && <Badge tone="accent">{offer.badge}</Badge>}
      </div>
      <p className={styles.price}>
        <span className={styles.amount}>{offer.price}</span> {offer.per || 'free trial'}
      </p>
      <p className={styles.aside}>
        {offer.was ? (
          <s>
            <span className="unseen">Was </span>
            {offer.was}
          </s>
        ) : (
          afterTrial(offer)
        )}
      </p>
      {action.kind === 'none' ? (
        <p className={styles.state}>{action.label}</p>
      ) : (
        <Button look={offer.highlighted ? 'primary' : 'outline'} size="large" isWide onClick={onChoose}>
          {action.label}
        </Button>
      )}
      <FeatureList className={styles.features} />
    </li>
  )
}

/** 'then $49.99 per year' */
function afterTrial(offer: PlanOffer): string {
  const next = PLANS.find(({ id }) => id === offer.priceKey)
  return next ? `then ${next.price} ${next.per}` : ''
}
