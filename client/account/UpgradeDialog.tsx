import { Sparkles } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { t } from '../words/words.ts'
import { FeatureList } from './FeatureList.tsx'

/** What a free account sees when its plan ends here (spec §2, §5). */
export function UpgradeDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [, navigate] = useLocation()
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
    </Dialog>
  )
}

export const UPGRADE_NOTE = 'No commitment, cancel anytime, 7-day free trial.'
