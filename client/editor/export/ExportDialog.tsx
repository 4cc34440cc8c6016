import { Copy, Download, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/Button.tsx'
import { Dialog } from '../../kit/ui/Dialog.tsx'
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx'
import { canWriteWebp } from '../../media/exporter/encodeWebp.ts'
import type { ExportSettings } from '../../media/exporter/settings.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ExportDialog.module.css'
import { ExportFields } from './ExportFields.tsx'
import { useEstimate } from './useEstimate.ts'
import { estimateWords } from './words.ts'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  onClose(): void
}

/** The picture in another format or size, to a file, the clipboard or the share sheet. It closes when that begins. */
export function ExportDialog({ settings, onChange, onClose }: Props) {
  const { exports, session } = useWorkspace()
  const { isDownloading } = useSnapshot(session.ui)
  const { copy, share } = exports.outlets
  const estimate = useEstimate(settings)
  const hasWebp = useHasWebp()
  const isImpossible = estimate?.ok === false
  const isDisabled = isImpossible || isDownloading
  const leaveBy = (way: (settings: ExportSettings) => Promise<boolean>) => () => {
    void way(settings)
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
            <Button icon={Copy} disabled={isDisabled} onClick={leaveBy(exports.copy)} title={t('As PNG')}>
              {t('Copy')}
            </Button>
          )}
          {share && (
            <Button icon={Share} disabled={isDisabled} onClick={leaveBy(exports.share)}>
              {t('Share')}
            </Button>
          )}
          <Button look="primary" icon={Download} disabled={isDisabled} onClick={leaveBy(exports.save)}>
            {t('Export')}
          </Button>
        </>
      }
    >
      <ExportFields settings={settings} onChange={onChange} hasWebp={hasWebp} />
      <div className={styles.estimate}>
        <p className={isImpossible ? styles.problem : styles.size} role="status">
          {estimateWords(estimate)}
        </p>
        <div className={styles.progress}>{!estimate && <ProgressBar label={t('Estimating')} fraction={null} />}</div>
      </div>
    </Dialog>
  )
}

/** Until it is known, the browser is taken at its best. */
function useHasWebp(): boolean {
  const [hasWebp, setHasWebp] = useState(true)
  useEffect(() => {
    let isGone = false
    void canWriteWebp().then((can) => {
      if (!isGone) setHasWebp(can)
    })
    return () => {
      isGone = true
    }
  }, [])
  return hasWebp
}
