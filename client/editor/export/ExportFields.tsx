import { useSnapshot } from 'valtio'
import { t, tLabels } from '../../kit/i18n/translate.ts'
import { ColorField } from '../../kit/ui/ColorField.tsx'
import { Segmented } from '../../kit/ui/Segmented.tsx'
import { Select } from '../../kit/ui/Select.tsx'
import { SettingSlider } from '../../layers/controls/SettingSlider.tsx'
import { useSetting } from '../../layers/controls/useSetting.ts'
import { type ExportSettings, exportFields, hasMargins, isPreset } from '../../media/exporter/settings.ts'
import { isOpaque } from '../../model/document/backdrop.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ExportDialog.module.css'
import { CONTENTS, FITTINGS, FORMATS, SIZES } from './words.ts'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  hasWebp: boolean
}

export function ExportFields({ settings, onChange, hasWebp }: Props) {
  const { format, quality, content, size, scale, fitting, ground } = settings
  const { doc } = useWorkspace().session
  const { photo, backdrop, separation } = useSnapshot(doc)
  const groundEvents = useSetting(ground, (next) => onChange({ ground: next }))
  const isCutOut = content === 'subject' || !isOpaque({ photo, backdrop })
  const needsGround = format === 'jpeg' ? isCutOut || hasMargins(settings) : hasMargins(settings) && !isCutOut
  return (
    <div className={styles.fields}>
      <Segmented
        label={t('Format')}
        value={format}
        options={FORMATS.filter(({ value }) => hasWebp || value !== 'webp')}
        onChange={(format) => onChange({ format })}
      />
      {!hasWebp && <p className={styles.note}>{t('This browser cannot write WebP.')}</p>}
      {format !== 'png' && (
        <SettingSlider field={exportFields.quality} value={quality} onChange={(quality) => onChange({ quality })} />
      )}
      {separation && (
        <Segmented
          label={t('Content')}
          value={content}
          options={tLabels(CONTENTS)}
          onChange={(content) => onChange({ content })}
        />
      )}
      <Select label={t('Size')} value={size} options={tLabels(SIZES)} onChange={(size) => onChange({ size })} />
      {size === 'own' && (
        <SettingSlider field={exportFields.scale} value={scale} onChange={(scale) => onChange({ scale })} />
      )}
      {isPreset(size) && (
        <Segmented
          label={t('Fitting')}
          value={fitting}
          options={tLabels(FITTINGS)}
          onChange={(fitting) => onChange({ fitting })}
        />
      )}
      {needsGround && (
        <ColorField
          {...groundEvents}
          label={hasMargins(settings) ? t('Margins') : t('Background colour')}
          value={ground}
          initial={exportFields.ground.default}
        />
      )}
    </div>
  )
}
