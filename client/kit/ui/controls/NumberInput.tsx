import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../../base/keyboard.ts'
import { t } from '../../i18n/translate.ts'
import styles from './NumberInput.module.css'
import { clampTo, formatNumber, roundToDecimals } from './values.ts'

/** Properties of `NumberInput`. */
export interface NumberInputProps {
  value: number
  /** Smallest and largest value for arrow keys and for `aria-valuemin` and `aria-valuemax`. */
  min: number
  max: number
  step: number
  unit?: string | undefined
  /** Returns the value of typed text: clamped, or `current` when the text is no number (spec §5). */
  commitTyped(typed: string, current: number): number
  onSet(value: number): void
  isDisabled?: boolean | undefined
  /** The field stands for several records whose values differ; it shows "Mixed" and takes any value as a change. */
  isMixed?: boolean | undefined
  label?: string | undefined
  labelledBy?: string | undefined
  id?: string | undefined
}

/**
 * A number field. Typed text is committed on Enter and on blur; the arrow keys change the value by one step, with Shift
 * by ten; Escape reverts the text.
 */
export function NumberInput({
  value,
  min,
  max,
  step,
  unit,
  isDisabled,
  isMixed,
  label,
  labelledBy,
  id,
  ...on
}: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const text = draft ?? (isMixed ? t('Mixed') : formatNumber(value))
  const isSelected = useSelection(input, text)

  function commit() {
    if (draft === null) return
    const next = on.commitTyped(draft, value)
    setDraft(null)
    if (next !== value || isMixed) on.onSet(next)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return // full-width digits are composed
    isSelected.current = event.key === 'Enter'
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction !== 0) {
      event.preventDefault()
      const from = draft === null ? value : on.commitTyped(draft, value)
      setDraft(null)
      on.onSet(clampTo(roundToDecimals(from + direction * step * (event.shiftKey ? 10 : 1)), min, max))
    } else if (event.key === 'Enter') {
      commit()
      event.currentTarget.select()
    } else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation() // Escape reverts the field only
      setDraft(null)
    }
  }

  return (
    <label className={styles.field}>
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="text"
        inputMode={min < 0 ? 'text' : 'decimal'} // number pads of phones have no minus sign
        role="spinbutton"
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        data-committed={draft === null || undefined} // without a draft, an undo of the document cannot lose typed text
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={text}
        onChange={(event) => {
          isSelected.current = false // an input method types without keys
          setDraft(event.currentTarget.value)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          isSelected.current = false // selecting would take the focus back
          commit()
        }}
        onKeyDown={handleKeyDown}
      />
      {unit && !isMixed && <span className={styles.unit}>{unit}</span>}
    </label>
  )
}

/** While what it returns holds true, the field's text is selected, also when another one is rendered. */
function useSelection(input: RefObject<HTMLInputElement | null>, text: string): RefObject<boolean> {
  const isSelected = useRef(false)
  useLayoutEffect(() => {
    if (isSelected.current && input.current?.value === text) input.current.select()
  }, [input, text])
  return isSelected
}
