import { t } from '#client/kit/i18n/translate.ts'
import { BrowserCapabilities } from '#client/kit/ui/feedback/BrowserCapabilities.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'

export default function AboutBrowserDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Browser compatibility')}
      description={t('These features were just tested on your device. No data was sent.')}
      size="medium"
    >
      <BrowserCapabilities />
    </Dialog>
  )
}
