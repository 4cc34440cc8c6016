import { useLayoutEffect, useRef } from 'react'
import { listen } from '../../async/listeners.ts'
import { type Hex, isHex } from '../../values/fields.ts'
import { useLatest } from '../hooks.ts'
import { longHex } from './ColorChips.tsx'
import styles from './Swatch.module.css'
import type { ValueEvents } from './values.ts'

interface Props extends Pick<ValueEvents<Hex>, 'onStart' | 'onChange'> {
  /** Called when the user closes the picker. `last` is the final color. */
  onCommit(last: Hex): void
  value: Hex
  label: string
}

/** A button that opens the system's color picker. All changes until the picker closes form one gesture. */
export function Swatch({ value, label, ...on }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useLatest(on)

  // React's onChange listens to the `input` event. Only the native `change` event reports that the picker was closed.
  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    let isPicking = false
    const pick = () => {
      if (!isPicking) latest.current.onStart()
      isPicking = true
      if (isHex(element.value)) latest.current.onChange(element.value)
    }
    const close = () => {
      if (isPicking && isHex(element.value)) latest.current.onCommit(element.value)
      isPicking = false
    }
    const stop = listen(element, { input: pick, change: close, blur: close })
    return () => {
      close()
      stop()
    }
  }, [latest])

  return (
    <input
      ref={input}
      className={styles.swatch}
      type="color"
      aria-label={label}
      value={longHex(value)}
      onChange={() => {}}
    />
  )
}
