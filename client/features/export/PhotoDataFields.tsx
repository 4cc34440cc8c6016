import { useCallback, useEffect, useState } from 'react'
import styles from '#client/editor/export-fields/ExportDialog.module.css'
import { DetailsField } from '#client/editor/export-fields/FormatFields.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import type { AssetId } from '#client/kit/values/ids.ts'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import { type PhotoData, photoDataOf } from '#client/media/gainmap/photoData.ts'
import { useDocument } from '#client/model/session/session.ts'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
}

/** Fields that set whether the exported file contains the photo's metadata and gain map. */
export function PhotoDataFields({ settings, onChange }: Props) {
  const { exports } = useWorkspace()
  const { photo, backdrop } = useDocument()
  const data = useFileData(photo?.asset)
  const image = useFileData(backdrop.type === 'image' ? backdrop.asset : null)
  const hasHdr = Boolean(data?.gainMap ?? image?.gainMap)
  const [seen, setSeen] = useState<Blob | null>(null)
  const saved = exports.hdrFile()
  const format = formatOf(settings.format)
  const keepsHdr = format.keepsGainMap
  return (
    <>
      {data && Object.keys(data.details).length > 0 && format.keepsDetails && (
        <DetailsField settings={settings} onChange={onChange} />
      )}
      {hasHdr && keepsHdr && (
        <Switch label={t(exportFields.hdr.label)} isOn={settings.hdr} onChange={(hdr) => onChange({ hdr })} />
      )}
      {hasHdr && !keepsHdr && (
        <p className={styles.note}>
          {t('This format can’t store your photo’s HDR highlights. To keep them, choose JPEG.')}
        </p>
      )}
      {hasHdr && saved && <Button onClick={() => setSeen(saved)}>{t('See it in HDR')}</Button>}
      {data?.hasCredentials && (
        <p className={styles.note}>{t('Edited files don’t include your photo’s Content Credentials.')}</p>
      )}
      {seen && <HdrDialog file={seen} onClose={() => setSeen(null)} />}
    </>
  )
}

/** Shows the exported file in an `<img>` element, because an HDR screen shows its highlights only there. */
function HdrDialog({ file, onClose }: { file: Blob; onClose(): void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const own = URL.createObjectURL(file)
    setAddress(own)
    return () => URL.revokeObjectURL(own)
  }, [file])
  const hasHdrScreen = matchMedia('(dynamic-range: high)').matches
  return (
    <Dialog isOpen onClose={onClose} title={t('See it in HDR')}>
      <p className={styles.note}>
        {hasHdrScreen
          ? t('This is your last saved file. Your screen shows HDR.')
          : t(
              'This is your last saved file. Your screen or browser doesn’t support HDR, so you see the standard version.',
            )}
      </p>
      {address && <img className={styles.hdr} src={address} alt={t('Last saved file')} />}
    </Dialog>
  )
}

/**
 * Hook that returns the metadata of a bitmap's file. Returns null until the file is read, and if the bitmap has no
 * file.
 */
function useFileData(asset: AssetId | null | undefined): PhotoData | null {
  const { session } = useWorkspace()
  const load = useCallback(async () => {
    const file = asset && session.assets.bitmap(asset)?.source?.blob
    return file ? photoDataOf(file) : null
  }, [asset, session])
  return useLoaded(load)[0]
}
