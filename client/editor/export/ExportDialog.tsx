import { Copy, Download, Share } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { ProgressBar } from '../../kit/ui/feedback/Progress.tsx'
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx'
import type { ExportSettings } from '../../media/exporter/exportSettings.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ExportDialog.module.css'
import { ExportFields } from './ExportFields.tsx'
import { estimateText } from './exportTexts.ts'
import { useEstimate } from './useEstimate.ts'
import { useUnsupportedFormats } from './useUnsupportedFormats.ts'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  onClose(): void
}

/**
 * Dialog that exports the picture in a chosen format and size to a file, the clipboard or the share sheet. The dialog
 * closes when the export begins.
 */
export function ExportDialog({ settings, onChange, onClose }: Props) {
  const { exports, session } = useWorkspace()
  const { isDownloading } = useSnapshot(session.ui)
  const { copy, share } = exports.targets
  const estimate = useEstimate(settings)
  const unsupported = useUnsupportedFormats()
  const isImpossible = estimate?.ok === false
  const isDisabled = isImpossible || isDownloading
  const startAndClose = (deliver: (settings: ExportSettings) => Promise<boolean>) => () => {
    void deliver(settings) // the export shows its own errors
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Export')}
      footer={
        <>
          {copy && (
            <Button icon={Copy} disabled={isDisabled} onClick={startAndClose(exports.copy)} title={t('As PNG')}>
              {t('Copy')}
            </Button>
          )}
          {share && (
            <Button icon={Share} disabled={isDisabled} onClick={startAndClose(exports.share)}>
              {t('Share')}
            </Button>
          )}
          <Button look="primary" icon={Download} disabled={isDisabled} onClick={startAndClose(exports.save)}>
            {t('Export')}
          </Button>
        </>
      }
    >
      <ExportFields settings={settings} onChange={onChange} onClose={onClose} unsupported={unsupported} />
      <div className={styles.estimate}>
        <p className={isImpossible ? styles.problem : styles.size} role="status">
          {estimateText(estimate)}
        </p>
        <div className={styles.progress}>{!estimate && <ProgressBar label={t('Estimating')} fraction={null} />}</div>
      </div>
    </Dialog>
  )
}
