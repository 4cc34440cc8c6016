import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { clamp, roundToDecimals } from '#client/kit/values/numbers.ts'
import { isComposing } from '../../browser/keyboard.ts'
import { t } from '../../i18n/translate.ts'
import styles from './NumberInput.module.css'
import { formatEditable, type RangedValue } from './values.ts'

export interface NumberInputProps extends RangedValue {
  unit?: string | undefined
  /** Returns the clamped value of typed text, or `current` if the text is not a number. */
  commitTyped(typed: string, current: number): number
  onSet(value: number): void
  /** If true, the field controls several records with different values and shows "Mixed" until a value is entered. */
  isMixed?: boolean | undefined
  labelledBy?: string | undefined
  id?: string | undefined
}

/**
 * A number field. Enter and blur commit the typed text. The arrow keys change the value by one step, or with Shift by
 * ten steps. Escape reverts the text.
 */
export function NumberInput({
  value,
  min,
  max,
  step,
  unit,
  isDisabled,
  isMixed,
  labelledBy,
  id,
  ...on
}: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // a value between two steps is rounded, except while the user edits it
  const text = draft ?? (isMixed ? t('Mixed') : formatEditable(value, isFocused ? undefined : step))
  const isSelected = useSelection(input, text)

  function commit() {
    if (draft === null) return
    const next = on.commitTyped(draft, Number.NaN) // NaN if the text is not a number
    setDraft(null)
    if (!Number.isNaN(next) && (next !== value || isMixed)) on.onSet(next)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return // the input method handles this key
    isSelected.current = event.key === 'Enter'
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction !== 0) {
      event.preventDefault()
      const from = draft === null ? value : on.commitTyped(draft, value)
      setDraft(null)
      on.onSet(clamp(roundToDecimals(from + direction * step * (event.shiftKey ? 10 : 1)), min, max))
    } else if (event.key === 'Enter') {
      commit()
      event.currentTarget.select()
    } else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation() // Escape must only revert the field
      setDraft(null)
    }
  }

  return (
    <label className={styles.field}>
      <input
        ref={input}
        id={id}
        className={styles.input}
        style={{ '--digits': text.length } as CSSProperties} // the field is as wide as its text
        type="text"
        inputMode={min < 0 ? 'text' : 'decimal'} // number pads of phones lack the minus sign
        role="spinbutton"
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        data-committed={draft === null || undefined} // lets the undo shortcut work, because no typed text can be lost
        data-own-escape={draft === null ? undefined : true}
        aria-labelledby={labelledBy}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={text}
        onChange={(event) => {
          isSelected.current = false // not only in `handleKeyDown`, because input methods send no key events
          setDraft(event.currentTarget.value)
        }}
        onFocus={(event) => {
          setFocused(true)
          isSelected.current = true
          event.currentTarget.select()
        }}
        onBlur={() => {
          setFocused(false)
          isSelected.current = false // selecting text would move the focus back to this field
          commit()
        }}
        onKeyDown={handleKeyDown}
      />
      {unit && !isMixed && <span className={styles.unit}>{unit}</span>}
    </label>
  )
}

/** Hook that keeps the field's text selected while the returned ref is true, even when its value changes. */
function useSelection(input: RefObject<HTMLInputElement | null>, text: string): RefObject<boolean> {
  const isSelected = useRef(false)
  useLayoutEffect(() => {
    if (isSelected.current && input.current?.value === text) input.current.select()
  }, [input, text])
  return isSelected
}
