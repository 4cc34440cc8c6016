import type { KeyboardEvent } from 'react'

/**
 * Moves the focus among the radio buttons of a Radix group at once, from the last to the first. For `onKeyDownCapture` of
 * the group: Radix moves it in a timer, which on a busy page comes after the next key.
 */
export function moveRadioFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)')]
  const at = radios.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowRight: at + forwards,
    ArrowLeft: at - forwards,
    Home: 0,
    PageUp: 0,
    End: -1,
    PageDown: -1,
  }
  const index = next[event.key]
  if (index === undefined) return
  radios.at(index % radios.length)?.focus()
  event.preventDefault() // of what Radix would do
}
