import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { PLANS, type PlanOffer } from '#server/contract/plans/plans.ts'
import { Badge, FeatureList, FormerPrice, formatOffer } from '../account/plan/offer.tsx'
import type { CardAction } from './actions.ts'
import styles from './PlanCard.module.css'

interface Props {
  offer: PlanOffer
  action: CardAction
  /**
   * False if the server has no billing. In this case, the page has only one card, which shows neither price nor period.
   * Until the server responds, a placeholder of the same height replaces the price.
   */
  isSold: boolean
  onChoose(): void
}

export function PlanCard({ offer, action, isSold, onChoose }: Props) {
  const { name, price, per, was, badge } = formatOffer(offer)
  const later = was ? <FormerPrice was={was} /> : afterTrial(offer)
  return (
    <li className={cx(styles.card, offer.highlighted && styles.highlighted)}>
      <div className={styles.head}>
        <h2 className={styles.name}>{isSold ? name : BRAND_NAME}</h2>
        {isSold && badge && <Badge>{badge}</Badge>}
      </div>
      <p className={styles.price}>
        <span className={styles.amount}>{isSold ? price : t('Free')}</span> {isSold && (per || t('free trial'))}
      </p>
      <p className={styles.aside}>{isSold ? later : t('For every account')}</p>
      {action.isInactive ? (
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

/** Returns text such as 'then $49.99 per year', or '' if the price doesn't change after the trial. */
function afterTrial(offer: PlanOffer): string {
  const next = PLANS.find(({ id }) => id === offer.priceKey)
  if (!next) return ''
  const { price, per } = formatOffer(next)
  return t('then {price} {per}', { price, per })
}
