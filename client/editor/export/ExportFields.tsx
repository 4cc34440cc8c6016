import { Crop } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { clamp } from '#client/kit/base/fields.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { PixelSides } from '#client/layers/cards/PixelSize.tsx'
import { SettingSlider, useSetting } from '#client/layers/controls/SettingSlider.tsx'
import {
  differingFrameRatio,
  type ExportSettings,
  exportFields,
  hasMargins,
} from '#client/media/exporter/exportSettings.ts'
import type { ExportFormat } from '#client/media/exporter/formats/format.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import { exportScale, isOpaque } from '#client/model/document/backdrop.ts'
import { type CropFormat, FORMATS, pictureRect, ratioOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { subjectScale } from '#client/render/photo/subjectPlacement.ts'
import { openCropWith } from '../canvas/crop/editCrop.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ExportDialog.module.css'
import { COLORS, CONTENTS, sizeOptions } from './exportTexts.ts'
import { FormatFields } from './FormatFields.tsx'
import { PhotoDataFields } from './PhotoDataFields.tsx'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  /** closes the dialog */
  onClose(): void
  /** Formats that this browser cannot write. The form doesn't offer them. */
  unsupported: readonly ExportFormat[]
}

/** The form of the export dialog. The options of a format come from the format's record. */
export function ExportFields({ settings, onChange, onClose, unsupported }: Props) {
  const { content, size, scale, background, colors } = settings
  const format = formatOf(settings.format)
  const { session } = useWorkspace()
  const { photo, backdrop, separation, crop } = useSnapshot(session.doc)
  const picture = pictureRect({ photo, backdrop, crop })
  const backgroundEvents = useSetting(background, (next) => onChange({ background: next }))
  const document = useSnapshot(session.doc) as DocumentSnapshot
  const isSubjectLarger = content === 'picture' && subjectScale(document) > exportScale(document)
  const ratio = differingFrameRatio(settings, picture)
  const cropFormat = FORMATS.find((name) => ratio !== null && name !== 'photo' && ratioOf(name, picture) === ratio)
  const isCutOut = content === 'subject' || !isOpaque({ photo, backdrop })
  const withMargins = hasMargins(settings, picture)
  const needsBackground = format.keepsAlpha ? withMargins && !isCutOut : isCutOut || withMargins
  return (
    <div className={styles.fields}>
      <FormatFields settings={settings} onChange={onChange} unsupported={unsupported} />
      {separation && (
        <Segmented
          label={t('Content')}
          value={content}
          options={tLabels(CONTENTS)}
          onChange={(content) => onChange({ content })}
        />
      )}
      <Select
        label={t('Size')}
        value={size === 'subject' && !isSubjectLarger ? 'original' : size}
        options={sizeOptions(isSubjectLarger)}
        onChange={(size) => onChange({ size })}
      />
      {size === 'own' && (
        <SettingSlider field={exportFields.scale} value={scale} onChange={(scale) => onChange({ scale })} />
      )}
      {size === 'pixels' && (
        <PixelSides
          size={settings}
          onSet={(side, length) => onChange({ [side]: clamp(exportFields[side], Math.round(length)) })}
        />
      )}
      {content === 'picture' && cropFormat && <CropOffer format={cropFormat} onClose={onClose} />}
      <PhotoDataFields settings={settings} onChange={onChange} />
      {photo?.colorSpace && (
        <Select
          label={t('Colour space')}
          value={colors}
          options={tLabels(COLORS)}
          onChange={(colors) => onChange({ colors })}
        />
      )}
      {needsBackground && (
        <ColorField
          {...backgroundEvents}
          label={withMargins ? t('Margin colour') : t('Background colour')}
          value={background}
          initial={exportFields.background.default}
        />
      )}
    </div>
  )
}

/** Explains that the image's aspect ratio differs from the file's. A button crops the image to the file's ratio. */
function CropOffer({ format, onClose }: { format: CropFormat; onClose(): void }) {
  const { session } = useWorkspace()
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
