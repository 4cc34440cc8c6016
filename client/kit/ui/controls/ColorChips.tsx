import { use, useSyncExternalStore } from 'react'
import { createListeners } from '../../async/listeners.ts'
import { recentList } from '../../device-storage/recentList.ts'
import { t } from '../../i18n/translate.ts'
import { distinctColors } from '../../pixels/color-space/okLab.ts'
import { type Hex, isHex } from '../../values/fields.ts'
import { cx } from '../cx.ts'
import styles from './ColorField.module.css'
import { ColorToolsContext } from './PickColorButton.tsx'

interface Props {
  value: Hex | null
  onSet(color: Hex): void
}

/** The chips of a color control: frequent colors of the photo, recent colors, and presets. */
export function ColorChips(props: Props) {
  const tools = use(ColorToolsContext)
  const recent = useSyncExternalStore(listeners.subscribe, recentColors)
  const named = (name: string, colors: readonly Hex[]) => colors.map((hex) => ({ hex, name }))
  const [subject = [], background = []] = distinctColors(tools?.subject ?? [], tools?.background ?? [])
  const photo = [...named(t('Subject color'), subject), ...named(t('Photo background color'), background)]
  return (
    <>
      {photo.length > 0 && <Row {...props} isExtra label={t('Photo colors')} chips={photo} />}
      {recent.length > 0 && (
        <Row {...props} isExtra label={t('Recent colors')} chips={named(t('Recent color'), recent)} />
      )}
      <Row
        {...props}
        label={t('Preset colors')}
        chips={PRESET_COLORS.map(({ hex, name }) => ({ hex, name: t(name) }))}
      />
    </>
  )
}

interface RowProps extends Props {
  chips: readonly { hex: Hex; name: string }[]
  label: string
  /** If true, the row scrolls sideways on touch screens. */
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

/**
 * The preset colors of every color field, in order. Screen readers read the names, which are in English and
 * translated when shown.
 */
export const PRESET_COLORS: readonly { hex: Hex; name: string }[] = [
  { hex: '#000000', name: 'Black' },
  { hex: '#FFFFFF', name: 'White' },
  { hex: '#FF0000', name: 'Red' },
  { hex: '#00FF00', name: 'Green' },
  { hex: '#0000FF', name: 'Blue' },
  { hex: '#FFA500', name: 'Orange' },
  { hex: '#800080', name: 'Purple' },
  { hex: '#FFC0CB', name: 'Pink' },
  { hex: '#4A90E2', name: 'Sky blue' },
  { hex: '#50E3C2', name: 'Mint' },
  { hex: '#F5A623', name: 'Amber' },
  { hex: '#D0021B', name: 'Crimson' },
]

const SHOWN = 12
/** The user's most recent colors except presets, newest first, stored on this device. */
const kept = recentList('midground.recent-colors', SHOWN)
const listeners = createListeners()
let known: { text: string; colors: readonly Hex[] } = { text: '', colors: [] }

/** Returns the recent colors, newest first. Returns the same array until the list changes. */
function recentColors(): readonly Hex[] {
  const colors = kept.read().filter(isHex)
  const text = colors.join()
  if (text !== known.text) known = { text, colors }
  return known.colors
}

/** Stores a color as the most recent color. Skips presets, because they are always visible. */
export function addRecentColor(hex: Hex): void {
  const color = longHex(hex)
  if (PRESET_COLORS.some((preset) => longHex(preset.hex) === color)) return
  kept.add(color)
  listeners.emit()
}

/** Returns the color with six lower-case digits, such as `#aabbcc` for `#ABC`. */
export const longHex = (hex: Hex): Hex => (hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex).toLowerCase() as Hex
