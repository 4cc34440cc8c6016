import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useLatest } from '../useLatest.ts'
import { clampTo, roundToDecimals, type ValueEvents } from './values.ts'

interface Scrub extends Omit<ValueEvents<number>, 'onSet'> {
  value: number
  min: number
  max: number
  step: number
  isDisabled?: boolean | undefined
}

/**
 * Distance that the pointer must move before it is a drag, CSS px; below it a double-click stays a
 * double-click.
 */
const SLACK_PX = 3
/** Distance of pointer movement per step, CSS px. */
const STEP_PX = 2

/**
 * Returns pointer handlers that let the user change a number by dragging its label horizontally: one step every 2 CSS
 * px, ten steps with Shift. Escape cancels the drag. Touch is ignored.
 */
export function useScrub(scrub: Scrub): {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onClick(event: MouseEvent): void
} {
  const latest = useLatest(scrub)
  const hasDragged = useRef(false)
  const stop = useRef<(() => void) | null>(null)
  useLayoutEffect(() => () => stop.current?.(), [])

  return {
    onClick(event) {
      if (hasDragged.current) event.preventDefault() // the click of a label would move the focus to its field
    },
    onPointerDown(event) {
      hasDragged.current = false
      if (event.button !== 0 || scrub.isDisabled || event.pointerType === 'touch') return
      const ending = new AbortController()
      const listen = { signal: ending.signal, capture: true }
      let value = scrub.value
      let lastX = event.clientX
      let isDragging = false

      const end = (how: 'onCommit' | 'onCancel') => {
        ending.abort()
        stop.current = null
        if (isDragging) latest.current[how]()
      }
      const move = (next: globalThis.PointerEvent) => {
        if (!isDragging && Math.abs(next.clientX - lastX) < SLACK_PX) return
        if (!isDragging) {
          isDragging = true
          hasDragged.current = true
          latest.current.onStart()
        }
        const { min, max, step, onChange } = latest.current
        value = clampTo(value + ((next.clientX - lastX) / STEP_PX) * step * (next.shiftKey ? 10 : 1), min, max)
        lastX = next.clientX
        onChange(clampTo(roundToDecimals(Math.round(value / step) * step), min, max))
      }
      addEventListener('pointermove', move, listen)
      addEventListener('pointerup', () => end('onCommit'), listen)
      addEventListener('pointercancel', () => end('onCancel'), listen)
      addEventListener(
        'keydown',
        (key) => {
          if (key.key !== 'Escape') return
          key.stopPropagation()
          end('onCancel')
        },
        listen,
      )
      stop.current = () => end('onCancel')
    },
  }
}
