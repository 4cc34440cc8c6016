import type { PointerEvent, ReactNode } from 'react'
import { clamp } from '#client/kit/values/numbers.ts'
import { commitFocusedField } from '../../browser/keyboard.ts'
import type { Point } from '../../geometry/geometry.ts'
import { useLatest, usePointerDrag } from '../hooks.ts'
import styles from './Pad.module.css'
import type { ValueEvents } from './values.ts'

interface Props extends Omit<ValueEvents<Point>, 'onSet'> {
  /** Position of the knob, from -1 to 1 on both axes. The y axis points down. */
  at: Point
  /** If true, the pad is a disc. */
  isRound?: boolean
  /** An illustration of the pad's values, drawn behind the knob. */
  children?: ReactNode
}

/**
 * A surface where one drag sets two numbers. Only pointers can use the pad. For keys and screen readers, sliders next
 * to the pad set the same numbers. Escape cancels the drag.
 */
export function Pad({ at, isRound = false, children, ...on }: Props) {
  const latest = useLatest(on)
  const drag = usePointerDrag()

  function begin(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const along = (client: number, start: number, length: number) => clamp((2 * (client - start)) / length - 1, -1, 1)
    const move = (clientX: number, clientY: number) => {
      const point = { x: along(clientX, box.left, box.width), y: along(clientY, box.top, box.height) }
      const reach = isRound ? Math.max(1, Math.hypot(point.x, point.y)) : 1
      latest.current.onChange({ x: point.x / reach, y: point.y / reach })
    }
    latest.current.onStart()
    move(event.clientX, event.clientY)
    drag.follow(
      event,
      ({ clientX, clientY }) => move(clientX, clientY),
      (how) => latest.current[how](),
    )
  }

  return (
    <div
      className={styles.pad}
      data-round={isRound || undefined}
      aria-hidden
      onPointerDown={(event) => {
        if (event.button !== 0 || drag.isActive()) return
        event.preventDefault() // prevents the browser from selecting text, and from moving the focus
        commitFocusedField()
        begin(event)
      }}
    >
      {children}
      <span className={styles.knob} style={{ left: `${50 + 50 * at.x}%`, top: `${50 + 50 * at.y}%` }} />
    </div>
  )
}
