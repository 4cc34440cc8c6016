import { use, useSyncExternalStore } from 'react'
import type { Hex } from '../../base/fields.ts'
import { t } from '../../i18n/translate.ts'
import { cx } from '../cx.ts'
import styles from './ColorField.module.css'
import { ColorToolsContext } from './ColorToolsContext.ts'
import { PRESET_COLORS } from './presetColors.ts'
import { longHex, onRecentColors, recentColors } from './recentColors.ts'

interface Props {
  value: Hex | null
  onSet(color: Hex): void
}

interface Chip {
  hex: Hex
  name: string
}

/** Chips of a colour control: the presets, the photo's own colours, and the recent ones. */
export function ColorChips(props: Props) {
  const tools = use(ColorToolsContext)
  const recent = useSyncExternalStore(onRecentColors, recentColors)
  const named = (name: string, colors: readonly Hex[]) => colors.map((hex) => ({ hex, name }))
  const photo = [
    ...named(t('Subject colour'), tools?.subject ?? []),
    ...named(t('Photo background colour'), tools?.background ?? []),
  ]
  return (
    <>
      <Row
        {...props}
        label={t('Preset colours')}
        chips={PRESET_COLORS.map(({ hex, name }) => ({ hex, name: t(name) }))}
      />
      {photo.length > 0 && <Row {...props} isExtra label={t('Colours of this photo')} chips={photo} />}
      {recent.length > 0 && (
        <Row {...props} isExtra label={t('Recent colours')} chips={named(t('Recent colour'), recent)} />
      )}
    </>
  )
}

interface RowProps extends Props {
  chips: readonly Chip[]
  label: string
  /** On touch screens the row scrolls sideways. */
  isExtra?: boolean
}

function Row({ value, onSet, chips, label, isExtra = false }: RowProps) {
  return (
    <fieldset className={cx(styles.chips, isExtra && styles.extra)} aria-label={label}>
      {chips.map(({ hex, name }) => (
        <button
          key={`${name} ${hex}`}
          type="button"
          className={styles.chip}
          style={{ background: hex }}
          title={isExtra ? `${name} ${hex}` : undefined}
          aria-label={`${name} ${hex}`}
          aria-pressed={value !== null && longHex(hex) === longHex(value)}
          onClick={() => onSet(hex)}
        />
      ))}
    </fieldset>
  )
}
