import { t } from '../../../kit/i18n/translate.ts'
import { BrowserCapabilities } from '../../../kit/ui/feedback/BrowserCapabilities.tsx'
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx'

/** How this browser serves the editor, found by trying, not by its name. */
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
