import type { ReactNode } from 'react'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { clampField } from '#client/kit/values/fields.ts'
import { PixelSides } from '#client/layers/cards/PixelSize.tsx'
import { SettingSlider, useSetting } from '#client/layers/controls/SettingSlider.tsx'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import type { ExportFormat } from '#client/media/exporter/formats/format.ts'
import { exportFormats, type FormatOptions, formatOf, formatOptions } from '#client/media/exporter/formats/registry.ts'
import styles from './ExportDialog.module.css'
import { COLORS, CONTENTS } from './exportTexts.ts'

interface Props {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  /** Formats that this browser can't write. The form doesn't list them. */
  unsupported: readonly ExportFormat[]
}

/** Fields for an exported file's format and its options. */
export function FormatFields({ settings, onChange, unsupported }: Props) {
  const offered = exportFormats.filter(({ id }) => unsupported.every((one) => one.id !== id))
  return (
    <>
      <Segmented
        label={t('File format')}
        value={settings.format}
        options={offered.map(({ id, label }) => ({ value: id, label }))}
        onChange={(format) => onChange({ format })}
      />
      {unsupported.map(({ id, label }) => (
        <p key={id} className={styles.note}>
          {t('Your browser can’t export {format}.', { format: label })}
        </p>
      ))}
      {optionNames(formatOf(settings.format)).map((name) => (
        <SettingSlider
          key={name}
          field={formatOptions[name]}
          value={settings[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </>
  )
}

/** Returns the names of a format's options. The settings store their values under the same names. */
const optionNames = ({ options }: ExportFormat) => Object.keys(options) as (keyof FormatOptions)[]

interface PictureProps {
  settings: ExportSettings
  onChange(change: Partial<ExportSettings>): void
  /** Value and options of the size field. Labels are in the interface language. */
  size: ExportSettings['size']
  sizes: readonly { value: ExportSettings['size']; label: string }[]
  hasContent: boolean
  hasColors: boolean
  /** Says where the background color is visible, or null if it isn't visible. */
  background: 'margins' | 'background' | null
  /** Additional fields below the size. */
  children?: ReactNode
}

/** Fields for the content, size and colors of an exported image. */
export function PictureFields(props: PictureProps) {
  const { settings, onChange, size, sizes, hasContent, hasColors, background, children } = props
  const backgroundEvents = useSetting(settings.background, (next) => onChange({ background: next }))
  return (
    <>
      {hasContent && (
        <Segmented
          label={t('Content')}
          value={settings.content}
          options={tLabels(CONTENTS)}
          onChange={(content) => onChange({ content })}
        />
      )}
      <Select label={t('Size')} value={size} options={sizes} onChange={(next) => onChange({ size: next })} />
      {settings.size === 'own' && (
        <SettingSlider field={exportFields.scale} value={settings.scale} onChange={(scale) => onChange({ scale })} />
      )}
      {settings.size === 'pixels' && (
        <PixelSides
          size={settings}
          onSet={(side, length) => onChange({ [side]: clampField(exportFields[side], Math.round(length)) })}
        />
      )}
      {children}
      {hasColors && (
        <Select
          label={t('Color space')}
          value={settings.colors}
          options={tLabels(COLORS)}
          onChange={(colors) => onChange({ colors })}
        />
      )}
      {background && (
        <ColorField
          {...backgroundEvents}
          label={background === 'margins' ? t('Margin color') : t('Background color')}
          value={settings.background}
          initial={exportFields.background.default}
        />
      )}
    </>
  )
}

/** A switch that preserves the photo's metadata in the exported file. */
export function DetailsField({ settings, onChange }: Pick<Props, 'settings' | 'onChange'>) {
  return (
    <>
      <Switch
        label={t(exportFields.details.label)}
        isOn={settings.details}
        onChange={(details) => onChange({ details })}
      />
      <p className={styles.note}>{t('Date, author, copyright and resolution. The location is always left out.')}</p>
    </>
  )
}

const NONE: readonly ExportFormat[] = []

/** Hook that returns the formats that this browser can't write. Empty until the check is done. */
export function useUnsupportedFormats(): readonly ExportFormat[] {
  const [unsupported] = useLoaded(unsupportedFormats)
  return unsupported ?? NONE
}

async function unsupportedFormats(): Promise<ExportFormat[]> {
  const formats: readonly ExportFormat[] = exportFormats
  const answers = await Promise.all(formats.map((format) => format.isSupported?.() ?? true))
  return formats.filter((_, i) => !answers[i])
}
