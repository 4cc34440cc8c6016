import styles from '#client/editor/export-fields/ExportDialog.module.css'
import { sizeOptions } from '#client/editor/export-fields/exportTexts.ts'
import { FormatFields, PictureFields } from '#client/editor/export-fields/FormatFields.tsx'
import { Slot } from '#client/editor/host/Slot.tsx'
import { differingFrameRatio, type ExportSettings, hasMargins } from '#client/media/exporter/exportSettings.ts'
import type { ExportFormat } from '#client/media/exporter/formats/format.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import { exportScale, isOpaque } from '#client/model/document/backdrop.ts'
import { FORMATS, pictureRect, ratioOf } from '#client/model/document/crop.ts'
import { useDocument } from '#client/model/session/session.ts'
import { subjectScale } from '#client/render/photo/subjectPlacement.ts'
import { PhotoDataFields } from './PhotoDataFields.tsx'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  /** closes the dialog */
  onClose(): void
  /** Formats that this browser can't write. The form doesn't list them. */
  unsupported: readonly ExportFormat[]
}

/** The form of the export dialog. The record of each format defines its options. */
export function ExportFields({ settings, onChange, onClose, unsupported }: Props) {
  const { content, size } = settings
  const format = formatOf(settings.format)
  const document = useDocument()
  const { photo, backdrop, separation, crop } = document
  const picture = pictureRect({ photo, backdrop, crop })
  const isSubjectLarger = content === 'picture' && subjectScale(document) > exportScale(document)
  const ratio = differingFrameRatio(settings, picture)
  const cropFormat = FORMATS.find((name) => ratio !== null && name !== 'photo' && ratioOf(name, picture) === ratio)
  const isCutOut = content === 'subject' || !isOpaque({ photo, backdrop })
  const withMargins = hasMargins(settings, picture)
  const needsBackground = format.keepsAlpha ? withMargins && !isCutOut : isCutOut || withMargins
  return (
    <div className={styles.fields}>
      <FormatFields settings={settings} onChange={onChange} unsupported={unsupported} />
      <PictureFields
        settings={settings}
        onChange={onChange}
        size={size === 'subject' && !isSubjectLarger ? 'original' : size}
        sizes={sizeOptions(isSubjectLarger)}
        hasContent={separation !== null}
        hasColors={photo?.colorSpace !== undefined}
        background={needsBackground ? (withMargins ? 'margins' : 'background') : null}
      >
        {content === 'picture' && cropFormat && <Slot name="margins" format={cropFormat} onClose={onClose} />}
        <PhotoDataFields settings={settings} onChange={onChange} />
      </PictureFields>
    </div>
  )
}
