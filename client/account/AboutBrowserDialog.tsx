import { Dialog } from '../ui/Dialog.tsx'
import { t } from '../words/words.ts'
import { BrowserChecks } from './BrowserChecks.tsx'

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
      <BrowserChecks />
    </Dialog>
  )
}
