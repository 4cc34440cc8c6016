import { t } from '../../../kit/i18n/translate.ts'
import { BrowserCapabilities } from '../../../kit/ui/feedback/BrowserCapabilities.tsx'
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx'

/** Dialog that lists the browser's abilities as the self-checks find them. */
export default function AboutBrowserDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('About this browser')}
      description={t('Each line was tried just now, on your device. Nothing is sent.')}
      size="medium"
    >
      <BrowserCapabilities />
    </Dialog>
  )
}
