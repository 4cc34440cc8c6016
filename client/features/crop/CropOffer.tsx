import { Crop } from 'lucide-react'
import styles from '#client/editor/export-fields/ExportDialog.module.css'
import type { MarginsProps } from '#client/editor/host/defineFeature.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSession } from '#client/model/session/session.ts'
import { openCropWith } from './editCrop.ts'

/**
 * Says that the image's aspect ratio differs from the ratio of the exported file. A button crops the image to the
 * file's ratio.
 */
export function CropOffer({ format, onClose }: MarginsProps) {
  const session = useSession()
  return (
    <div className={styles.crop}>
      <p className={styles.note}>{t('The image has a different aspect ratio, so the file will have margins.')}</p>
      <Button
        icon={Crop}
        onClick={() => {
          onClose()
          openCropWith(session, format)
        }}
      >
        {t('Crop to {ratio}', { ratio: format === '210:297' ? 'A4' : format })}
      </Button>
    </div>
  )
}
