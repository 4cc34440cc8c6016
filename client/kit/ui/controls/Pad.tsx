import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Point } from '../../base/geometry.ts'
import { useLatest } from '../hooks.ts'
import styles from './Pad.module.css'
import { clampTo, type ValueEvents } from './values.ts'

interface Props extends Omit<ValueEvents<Point>, 'onSet'> {
  /** Position of the knob, -1..1 in both directions, y down. */
  at: Point
  /** Makes the pad a disc. */
  isRound?: boolean
  /** An illustration of the pad's values, drawn behind the knob. */
  children?: ReactNode
}

/**
 * A surface on which one drag sets two numbers. Only pointers can use the pad. Sliders beside the pad set the same
 * numbers with keys and screen readers. Escape cancels the drag.
 */
export function Pad({ at, isRound = false, children, ...on }: Props) {
  const latest = useLatest(on)
  const stop = useRef<(() => void) | null>(null)
  useLayoutEffect(() => () => stop.current?.(), [])

  function begin(pad: HTMLElement, x: number, y: number) {
    const ending = new AbortController()
    const listen = { signal: ending.signal, capture: true }
    const box = pad.getBoundingClientRect()
    const move = (clientX: number, clientY: number) => {
      const along = (client: number, start: number, length: number) =>
        clampTo((2 * (client - start)) / length - 1, -1, 1)
      const point = { x: along(clientX, box.left, box.width), y: along(clientY, box.top, box.height) }
      const reach = isRound ? Math.max(1, Math.hypot(point.x, point.y)) : 1
      latest.current.onChange({ x: point.x / reach, y: point.y / reach })
    }
    const end = (how: 'onCommit' | 'onCancel') => {
      ending.abort()
      stop.current = null
      latest.current[how]()
    }
    stop.current = () => end('onCancel')
    latest.current.onStart()
    move(x, y)
    addEventListener('pointermove', (event) => move(event.clientX, event.clientY), listen)
    addEventListener('pointerup', () => end('onCommit'), listen)
    addEventListener('pointercancel', () => end('onCancel'), listen)
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        end('onCancel')
      },
      listen,
    )
  }

  return (
    <div
      className={styles.pad}
      data-round={isRound || undefined}
      aria-hidden
      onPointerDown={(event) => {
        if (event.button !== 0 || stop.current) return
        event.preventDefault() // prevents text selection
        begin(event.currentTarget, event.clientX, event.clientY)
      }}
    >
      {children}
      <span className={styles.knob} style={{ left: `${50 + 50 * at.x}%`, top: `${50 + 50 * at.y}%` }} />
    </div>
  )
}
