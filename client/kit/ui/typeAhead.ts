import { isTyping } from '../base/keyboard.ts'
import { listen } from '../base/listeners.ts'

/** Maximum time for which keys are collected if no field appears, ms. */
const MAX_WAIT_MS = 5000

interface Collected {
  text: string
  stop(): void
}
let collected: Collected | null = null

/**
 * Collects the keys that the user presses before a field appears. The keys trigger no shortcuts. `focusField` types the
 * collected text into the field. Escape, a pointer press or 5 s end the collection.
 */
export function collectTyping(): void {
  collected?.stop()
  const mine: Collected = {
    text: '',
    stop() {
      stopListening()
      clearTimeout(timer)
      if (collected === mine) collected = null
    },
  }
  const timer = setTimeout(mine.stop, MAX_WAIT_MS)
  collected = mine
  const { activeElement } = document
  const keydown = (event: KeyboardEvent) => (hasMoved(activeElement) ? mine.stop() : collect(event, mine))
  const stopListening = listen(window, { keydown, pointerdown: mine.stop }, { capture: true })
}

/** Returns true when the focus has moved from `from` to another control. That control then receives the keys. */
const hasMoved = (from: Element | null) =>
  document.activeElement !== from && document.activeElement !== document.body && document.activeElement !== null

function collect(event: KeyboardEvent, mine: Collected) {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (key === 'Escape' || isTyping(event.target)) return mine.stop()
  const isCharacter = [...key].length === 1
  if (ctrlKey || metaKey || altKey || isComposing || !(isCharacter || key === 'Enter' || key === 'Backspace')) return
  if (isCharacter) mine.text += key
  else if (key === 'Enter') mine.text += '\n'
  else mine.text = [...mine.text].slice(0, -1).join('')
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Focuses the field and selects its content. Text collected by `collectTyping` replaces the content and fires an
 * `input` event.
 */
export function focusField(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = collected?.text ?? ''
  collected?.stop()
  field.focus()
  field.select()
  if (!typed) return
  field.setRangeText(typed, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed, inputType: 'insertText' }))
}
