import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '../../browser/keyboard.ts'
import { t } from '../../i18n/translate.ts'
import { parseP3Color } from '../../pixels/color-space/cssColor.ts'
import { type Hex, isHex } from '../../values/fields.ts'
import { addRecentColor, ColorChips, longHex } from './ColorChips.tsx'
import styles from './ColorField.module.css'
import { ControlLabel } from './ControlLabel.tsx'
import { IconButton } from './IconButton.tsx'
import { PickColorButton } from './PickColorButton.tsx'
import { useOpenSection } from './Section.tsx'
import { Swatch } from './Swatch.tsx'
import type { ValueEvents } from './values.ts'

export interface ColorFieldProps extends ValueEvents<Hex> {
  label: string
  value: Hex | null
  /** The default color, restored by a double-click on the label. Any other value shows the change dot. */
  initial?: Hex
  /** Name of the section with the chips, which the user opens. If absent, the chips are always visible. */
  chipsSection?: string
}

/** Maximum length of typed text, which is enough for `color(display-p3 …)` with three long numbers. */
const MAX_CHARS = 80
const HEX_CHARS = 7

/**
 * A color control with a text field, the system's color picker, an eyedropper and chips. The text field applies valid
 * hex or `color(display-p3 …)`. Sends all changes made in an open color picker as one drag.
 */
export function ColorField({ label, value, initial, chipsSection, ...on }: ColorFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [isOpen, setOpen] = useOpenSection(chipsSection ?? '')

  const apply = (text: string | null) => {
    const hex = toHex(text)
    if (hex && !isSame(hex, value)) setOwn(hex)
  }

  /** Sets a color that is not from a chip, and stores it as a recent color. */
  function setOwn(hex: Hex) {
    on.onSet(hex)
    addRecentColor(hex)
  }

  function type(typed: string) {
    const text = /^\s*co/i.test(typed) ? typed : typed.slice(0, HEX_CHARS)
    // Three typed digits may be the start of six digits, so they are applied only on Enter or blur. Pasted text is
    // applied immediately.
    const isTypedOn = text.length < HEX_CHARS && Math.abs(text.length - (draft ?? '').length) <= 1
    setDraft(text)
    if (!isTypedOn) apply(text)
  }

  function leave() {
    apply(draft)
    setDraft(null)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return // the input method handles this key
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key !== 'Escape' || draft === null) return
    event.stopPropagation() // Escape must only revert the field
    setDraft(null)
  }

  return (
    <fieldset className={styles.field} aria-labelledby={id}>
      <div className={styles.head}>
        <ControlLabel
          id={id}
          htmlFor={`${id}-hex`}
          text={label}
          isChanged={initial !== undefined && !isSame(value, initial)}
          onReset={initial === undefined ? undefined : () => on.onSet(initial)}
        />
        <PickColorButton label={label} onPick={setOwn} />
        <div className={styles.value}>
          <Swatch
            value={value ?? '#ffffff'}
            label={t('{label} picker', { label })}
            {...on}
            onCommit={(last) => {
              on.onCommit()
              addRecentColor(last)
            }}
          />
          <input
            className={styles.hex}
            type="text"
            maxLength={MAX_CHARS}
            spellCheck={false}
            autoComplete="off"
            id={`${id}-hex`}
            data-own-escape={draft === null ? undefined : true}
            aria-invalid={draft !== null && toHex(draft) === null}
            value={draft ?? value?.toUpperCase() ?? ''}
            placeholder="#······"
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={leave}
            onKeyDown={handleKeyDown}
          />
        </div>
        {chipsSection !== undefined && (
          <IconButton
            size="small"
            icon={isOpen ? ChevronUp : ChevronDown}
            label={t('Swatches')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {(isOpen || chipsSection === undefined) && <ColorChips value={value} onSet={on.onSet} />}
    </fieldset>
  )
}

/**
 * Returns the hex color that the text names, or null if it is invalid. Accepts hex with or without "#", and CSS
 * `color(display-p3 …)`, which is clipped to sRGB.
 */
function toHex(text: string | null): Hex | null {
  const wide = parseP3Color(text ?? '')
  if (wide) return wide
  const hex = `#${(text ?? '').trim().replace(/^#/, '')}`
  return isHex(hex) ? hex : null
}

/** Returns true for equal colors, such as `#fff` and `#FFFFFF`. */
const isSame = (a: Hex | null, b: Hex | null): boolean =>
  a === null || b === null ? a === b : longHex(a) === longHex(b)
