import { Info } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { FormerPrice, formatOffer } from '../account/plan/offer.tsx'
import { useTrialImages } from '../account/settings/TrialImages.tsx'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Checkout.module.css'
import type { CheckoutCase } from './summary.ts'

interface Props {
  order: Extract<CheckoutCase, { kind: 'order' }>
  /** The price's id at the payment provider. */
  priceId: string
  /** Called if the server requires a confirmed email address first. */
  onUnverified(): void
}

/**
 * The order: price, dates and a button. Errors are shown above the button. If the address isn't confirmed,
 * `onUnverified` is called instead.
 */
export function Order({ order, priceId, onUnverified }: Props) {
  const { state } = useAccount()
  const { config } = useSnapshot(state)
  const { lines, hasTrial } = order
  const offer = formatOffer(order.offer)
  const { isBusy, submit, error } = useCheckout(priceId, onUnverified)
  return (
    <section className={styles.card} aria-labelledby="order">
      <h1 id="order" className={styles.title}>
        {offer.name}
      </h1>
      <p className={styles.price}>
        <span className={styles.amount}>{offer.price}</span> {offer.per}
        <FormerPrice was={offer.was} />
      </p>
      <dl className={styles.lines}>
        {lines.map(({ label, value }) => (
          <div key={label} className={styles.line}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hasTrial && <TrialNotice />}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button look="primary" size="large" isWide isBusy={isBusy} onClick={submit}>
        {order.button}
      </Button>
      <p className={styles.small}>
        {config?.billing === 'sandbox'
          ? t('Payment is in test mode. You won’t be charged.')
          : t('You’ll pay on our payment provider’s page. Cancel anytime.')}{' '}
        <Link href="/pricing">{t('Back to plans')}</Link>
      </p>
    </section>
  )
}

/**
 * Hook that returns `submit`, which opens the payment page in this tab, whether a request is running, and the error
 * text or null. `onUnverified`: called if the server requires a confirmed email address.
 */
export function useCheckout(priceId: string, onUnverified?: () => void) {
  const { api } = useAccount()
  const [error, setError] = useState<string | null>(null)
  const { isBusy, submit } = useSubmit(async () => {
    setError(null)
    const answer = await api.checkout(priceId)
    if (!answer.ok && answer.error.code === 'unverified' && onUnverified) return onUnverified()
    if (!answer.ok) return setError(answer.error.message)
    location.assign(answer.value.url)
    await new Promise(() => {}) // never resolves, so that the button is busy until the browser leaves this page
  })
  return { isBusy, submit, error }
}

/**
 * A notice about stored exports. Shown before a trial starts, even if the server hasn't reported the user's choice yet,
 * because the server stores exports by default.
 */
function TrialNotice() {
  const { config } = useSnapshot(useAccount().state)
  const { consent } = useTrialImages()
  if (!config?.trialImages.on || consent?.consented === false) return null
  return (
    <p className={styles.notice}>
      <Info className={styles.icon} strokeWidth={1.75} aria-hidden />
      {t(
        'During the trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}} to improve the product. You can turn this off in the account menu.',
        { days: config.trialImages.days },
      )}
    </p>
  )
}
