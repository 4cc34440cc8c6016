import { useEffect, useRef } from 'react'
import { isComposing } from '../../browser/keyboard.ts'
import { focusField } from '../typeAhead.ts'

interface Props {
  label: string
  name: string
  maxLength: number
  className?: string | undefined
  /**
   * Selector of the ancestor that gets the focus after Enter, Escape or a shortcut. If the ancestor is not focusable, its
   * first button gets the focus.
   */
  home: string
  /** Called once. `next`: the typed text after Enter or blur, null after Escape. */
  onEnd(next: string | null): void
}

/** A text field that replaces a name while the user renames the item. */
export function RenameInput({ label, name, maxLength, className, home, onEnd }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // The new field gets the focus, because the user starts typing immediately.
  useEffect(() => {
    if (input.current) focusField(input.current)
  }, [])
  const hasEnded = useRef(false)
  function end(next: string | null) {
    if (!hasEnded.current) onEnd(next)
    hasEnded.current = true
  }
  return (
    <input
      ref={input}
      className={className}
      aria-label={label}
      defaultValue={name}
      maxLength={maxLength}
      autoComplete="off"
      data-own-escape
      onBlur={(event) => end(event.currentTarget.value)}
      onFocus={(event) => {
        // a shortcut has committed the name and returns the focus, but the field will be removed
        if (hasEnded.current) focusHome(event.currentTarget, home)
      }}
      onKeyDown={(event) => {
        // prevents the shortcuts of letters, but not those of the whole page such as Ctrl+S
        if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
        if (isComposing(event.nativeEvent)) return // the input method handles this key
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        if (event.key === 'Escape') end(null)
        focusHome(event.currentTarget, home) // moving the focus fires a blur event, which commits the text
      }}
    />
  )
}

function focusHome(input: HTMLElement, home: string): void {
  const around = input.closest<HTMLElement>(home)
  const next = around?.hasAttribute('tabindex') ? around : around?.querySelector('button')
  next?.focus()
}
