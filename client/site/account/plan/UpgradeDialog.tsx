import { Sparkles } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { useAccount } from '../state/contexts.ts'
import { FeatureList } from './offer.tsx'
import { lostCreditText } from './planText.ts'
import styles from './UpgradeDialog.module.css'

/** The dialog that offers Pro when a free account has reached a limit of its plan (spec §2, §5). */
export function UpgradeDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [, navigate] = useLocation()
  const account = useAccount()
  const { profile, operatorEmail } = useSnapshot(account.state)
  const lostCredit = isOpen ? lostCreditText(account.plan(profile), operatorEmail) : null
  const seePlans = () => {
    onClose()
    navigate('/pricing')
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Upgrade to Pro plan')}
      description={t(UPGRADE_NOTE)}
      footer={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button look="primary" icon={Sparkles} onClick={seePlans}>
            {t('Upgrade to Pro')}
          </Button>
        </>
      }
    >
      <FeatureList />
      {lostCredit && <p className={styles.help}>{lostCredit}</p>}
    </Dialog>
  )
}

/** The note below an offer. English, translated when shown. */
export const UPGRADE_NOTE = 'No commitment, cancel anytime, 7-day free trial.'
