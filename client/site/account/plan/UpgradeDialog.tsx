import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { discardWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { rememberDownload } from '#client/kit/device-storage/waitingInTab.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import type { PriceKey } from '#server/contract/plans/plans.ts'
import { useAccount } from '../state/contexts.ts'
import { useBillingStanding } from './billing.ts'
import { Badge, checkoutPath, FeatureList, formatOffer, OFFERS } from './offer.tsx'
import { lostCreditText, paymentLines } from './planText.ts'
import styles from './UpgradeDialog.module.css'

interface Props {
  isOpen: boolean
  /** The plan's limit that the user has reached. Absent if the user has opened the dialog. */
  reason?: keyof typeof REASONS | undefined
  /** If true, the open project's image is downloaded after the payment. */
  downloads?: boolean | undefined
  onClose(): void
}

/**
 * The dialog that offers Pro to a free account, for example when the account reaches a limit of its plan. If the user
 * closes the dialog, a photo that the plan has rejected is discarded.
 */
export function UpgradeDialog({ isOpen, reason, downloads, onClose }: Props) {
  const [, navigate] = useLocation()
  const account = useAccount()
  const { profile, operatorEmail } = useSnapshot(account.state)
  const lostCredit = reason === 'credits' ? lostCreditText(account.plan(profile), operatorEmail) : null
  const dismiss = () => {
    onClose()
    // discards the rejected photo, which can only be opened after an upgrade
    if (reason === 'photos') void discardWaitingPhoto()
  }
  const [chosen, choose] = useState<PriceKey>('yearly')
  const order = () => {
    onClose()
    if (downloads) rememberDownload()
    navigate(checkoutPath(chosen, account.state.config))
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={dismiss}
      title={t('Upgrade to Pro plan')}
      description={reason ? `${t(REASONS[reason])} ${t(UPGRADE_NOTE)}` : t(UPGRADE_NOTE)}
      footer={
        <>
          <Button onClick={dismiss}>{t('Not now')}</Button>
          <Button look="primary" icon={Sparkles} onClick={order}>
            {t('Upgrade to Pro')}
          </Button>
        </>
      }
    >
      <ul className={styles.prices}>
        {OFFERS.filter(({ id }) => id !== 'free-trial').map((offer) => {
          const { name, price, per, badge } = formatOffer(offer)
          return (
            <li key={offer.id}>
              <label className={styles.plan}>
                <input
                  type="radio"
                  name="plan"
                  checked={chosen === offer.priceKey}
                  onChange={() => choose(offer.priceKey)}
                />
                {name}
              </label>
              {badge && <Badge>{badge}</Badge>}
              <span className={styles.price}>
                {price} {per}
              </span>
            </li>
          )
        })}
      </ul>
      <PaymentLines chosen={chosen} />
      <FeatureList />
      {lostCredit && <p className={styles.help}>{lostCredit}</p>}
    </Dialog>
  )
}

/** The payments of the chosen plan. Empty until the server responds whether the account still has its trial. */
function PaymentLines({ chosen }: { chosen: PriceKey }) {
  const account = useAccount()
  const { standing } = useBillingStanding()
  const lines = standing ? paymentLines(chosen, standing.trial_available, account.now()) : []
  return (
    <dl className={styles.payments}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The messages that say why the dialog opened. English; translated when shown. */
const REASONS = {
  photos: 'You’ve used all your free images. Upgrade to edit more photos.',
  credits: 'You’ve used all your download credits. Upgrade to download more images.',
}

/** The note below an offer. English; translated when shown. */
export const UPGRADE_NOTE = 'No commitment, cancel anytime, 7-day free trial.'
