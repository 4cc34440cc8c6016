import { useEffect, useRef } from 'react'
import { focusField } from '../typeAhead.ts'

interface Props {
  label: string
  name: string
  maxLength: number
  className?: string | undefined
  /** Of the element around it that gets the focus back from Enter and Escape, or else its first button does. */
  home: string
  /** Once. Enter and leaving keep what was typed, Escape does not: null. */
  onEnd(next: string | null): void
}

/** Stands in place of a name while it is being changed. */
export function RenameInput({ label, name, maxLength, className, home, onEnd }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // It appears because its name is to be typed.
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
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        const around = event.currentTarget.closest<HTMLElement>(home)
        if (event.key === 'Escape') end(null)
        const next = around?.hasAttribute('tabindex') ? around : around?.querySelector('button')
        next?.focus() // the blur that follows keeps what was typed
      }}
    />
  )
}
