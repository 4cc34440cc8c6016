import { Copy, Download, Share } from 'lucide-react'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import styles from '#client/editor/export-fields/ExportDialog.module.css'
import { enlargementText, estimateText } from '#client/editor/export-fields/exportTexts.ts'
import { useUnsupportedFormats } from '#client/editor/export-fields/FormatFields.tsx'
import { Slot } from '#client/editor/host/Slot.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { pause } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { ProgressBar } from '#client/kit/ui/feedback/Progress.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { err, type Result } from '#client/kit/values/result.ts'
import type { Estimate } from '#client/media/exporter/exportPicture.ts'
import type { ExportSettings } from '#client/media/exporter/exportSettings.ts'
import type { ExportError } from '#client/media/exporter/formats/format.ts'
import { useDocument } from '#client/model/session/session.ts'
import { ExportFields } from './ExportFields.tsx'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  onClose(): void
}

/** The export dialog. It closes when the export begins. */
export function ExportDialog({ settings, onChange, onClose }: Props) {
  const { exports, session } = useWorkspace()
  const { isDownloading } = useSnapshot(session.ui)
  const { copy, share } = exports.targets
  const estimate = useEstimate(settings)
  const doc = useDocument()
  const enlargement = settings.content === 'picture' ? enlargementText(settings, doc) : null
  const unsupported = useUnsupportedFormats()
  const isImpossible = estimate?.ok === false
  const isDisabled = isImpossible || isDownloading
  const startAndClose = (deliver: (settings: ExportSettings) => Promise<boolean>) => () => {
    void deliver(settings) // the export flow reports its own errors
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Download')}
      isFooterKept
      footer={
        <>
          {copy && (
            <Button icon={Copy} disabled={isDisabled} onClick={startAndClose(exports.copy)} title={t('Copy as PNG')}>
              {t('Copy')}
            </Button>
          )}
          {share && (
            <Button icon={Share} disabled={isDisabled} onClick={startAndClose(exports.share)}>
              {t('Share')}
            </Button>
          )}
          <Button look="primary" icon={Download} disabled={isDisabled} onClick={startAndClose(exports.save)}>
            {t('Download')}
          </Button>
        </>
      }
    >
      <ExportFields settings={settings} onChange={onChange} onClose={onClose} unsupported={unsupported} />
      <div className={styles.other}>
        <Slot name="otherFiles" onClose={onClose} />
      </div>
      {!isSecureContext && (
        <p className={styles.note}>{t('Copying and sharing images needs a secure connection (HTTPS).')}</p>
      )}
      <div className={styles.estimate}>
        <p className={isImpossible ? styles.problem : styles.size} role="status">
          {estimateText(estimate)}
        </p>
        {enlargement && <p className={styles.size}>{enlargement}</p>}
        <div className={styles.progress}>{!estimate && <ProgressBar label={t('Estimating')} fraction={null} />}</div>
      </div>
    </Dialog>
  )
}

/**
 * Delay before a file size is estimated, ms. The delay is longer than the time between two values of a dragged slider.
 */
const SETTLE_MS = 250

/** Hook that estimates the file size for the current settings. Returns null while the estimate is being computed. */
function useEstimate(settings: ExportSettings): Result<Estimate, ExportError> | null {
  const { exports } = useWorkspace()
  const load = useCallback(
    async (signal: AbortSignal) => {
      await pause(SETTLE_MS, signal)
      return signal.aborted ? err('aborted') : exports.estimate(settings, signal)
    },
    [exports, settings],
  )
  return useLoaded(load)[0]
}
