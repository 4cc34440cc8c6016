import { listen } from '../async/listeners.ts'
import { isTyping } from '../browser/keyboard.ts'

interface Collected {
  text: string
  /** True after Escape. The field gets the text typed so far. Later keys are shortcuts. */
  isEnded: boolean
  stop(): void
}
let collected: Collected | null = null

/**
 * Collects the keys that the user presses before a field appears. The keys trigger no shortcuts. `focusField` types the
 * collected text into the field. Escape stops the collection. The field still gets the collected text. The layer stays
 * selected, as after Escape in the field. A pointer press, a move of the focus to another control, and a key that
 * `isAwaited` doesn't accept discard the text and call `onDiscard`. The field must then not take the focus. There is no
 * time limit, because a busy device may need more than 10 s to show the field.
 */
export function collectTyping(isAwaited: () => boolean, onDiscard = () => {}): void {
  collected?.stop()
  const mine: Collected = {
    text: '',
    isEnded: false,
    stop() {
      stopListening()
      if (collected === mine) collected = null
    },
  }
  collected = mine
  const hasFocusMoved = watchFocus()
  const discard = () => {
    mine.stop()
    onDiscard()
  }
  const keydown = (event: KeyboardEvent) => {
    const isElsewhere = hasFocusMoved() || isTyping(event.target) || event.key === 'Tab'
    if (isElsewhere || !isAwaited()) discard()
    else if (!mine.isEnded) collect(event, mine)
  }
  const stopListening = listen(window, { keydown, pointerdown: discard }, { capture: true })
}

/**
 * Returns a function that returns true when the focus has moved to another control, which receives all later keys. The
 * page moves the focus itself when it removes the focused element, for instance with the previous panel.
 */
function watchFocus(): () => boolean {
  let from = document.activeElement
  return () => {
    const { activeElement, body } = document
    if (!from?.isConnected) from = activeElement
    return activeElement !== from && activeElement !== body && activeElement !== null
  }
}

function collect(event: KeyboardEvent, mine: Collected) {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  const isCharacter = [...key].length === 1
  const isEdit = isCharacter || ['Enter', 'Backspace', 'Escape'].includes(key)
  if (ctrlKey || metaKey || altKey || isComposing || !isEdit) return
  if (key === 'Escape') mine.isEnded = true
  else if (isCharacter) mine.text += key
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
