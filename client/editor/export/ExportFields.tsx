import { useSnapshot } from 'valtio'
import { clamp, commitTyped } from '../../base/fields.ts'
import { isOpaque } from '../../document/backdrop.ts'
import { type ExportSettings, exportFields, hasMargins, isPreset } from '../../exporter/settings.ts'
import { ColorField } from '../../ui/ColorField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slider } from '../../ui/Slider.tsx'
import type { ValueEvents } from '../../ui/values.ts'
import { useWorkspace } from '../WorkspaceContext.tsx'
import styles from './ExportDialog.module.css'
import { CONTENTS, FITTINGS, FORMATS, SIZES } from './words.ts'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  hasWebp: boolean
}

export function ExportFields({ settings, onChange, hasWebp }: Props) {
  const { format, content, size, fitting, ground } = settings
  const { doc } = useWorkspace().session
  const { photo, backdrop, separation } = useSnapshot(doc)
  const isCutOut = content === 'subject' || !isOpaque({ photo, backdrop })
  const needsGround = format === 'jpeg' ? isCutOut || hasMargins(settings) : hasMargins(settings) && !isCutOut
  return (
    <div className={styles.fields}>
      <Segmented
        label="Format"
        value={format}
        options={FORMATS.filter(({ value }) => hasWebp || value !== 'webp')}
        onChange={(format) => onChange({ format })}
      />
      {!hasWebp && <p className={styles.note}>This browser cannot write WebP.</p>}
      {format !== 'png' && <NumberSlider name="quality" settings={settings} onChange={onChange} />}
      {separation && (
        <Segmented label="Content" value={content} options={CONTENTS} onChange={(content) => onChange({ content })} />
      )}
      <Select label="Size" value={size} options={SIZES} onChange={(size) => onChange({ size })} />
      {size === 'own' && <NumberSlider name="scale" settings={settings} onChange={onChange} />}
      {isPreset(size) && (
        <Segmented label="Fitting" value={fitting} options={FITTINGS} onChange={(fitting) => onChange({ fitting })} />
      )}
      {needsGround && (
        <ColorField
          {...plain((ground: ExportSettings['ground']) => onChange({ ground }))}
          label={hasMargins(settings) ? 'Margins' : 'Background colour'}
          value={ground}
          initial={exportFields.ground.default}
        />
      )}
    </div>
  )
}

function NumberSlider({
  name,
  settings,
  onChange,
}: Pick<Props, 'settings' | 'onChange'> & { name: 'quality' | 'scale' }) {
  const field = exportFields[name]
  return (
    <Slider
      {...plain((value: number) => onChange({ [name]: clamp(field, value) }))}
      label={field.label}
      value={settings[name]}
      min={field.min}
      max={field.max}
      step={field.step}
      unit="%"
      initial={field.default}
      commitTyped={(typed, current) => commitTyped(field, typed, current)}
    />
  )
}

/** No history is written here: every value on the way is simply set. */
function plain<V>(set: (value: V) => void): ValueEvents<V> {
  return { onStart() {}, onChange: set, onCommit() {}, onCancel() {}, onSet: set }
}
