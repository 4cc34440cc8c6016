import type { CSSProperties, ReactNode } from 'react'
import styles from './BarGroup.module.css'

interface Props {
  label: string
  /** Position over the canvas, counted from the left in pairs of buttons; `undefined` = the group is in the top bar. */
  place?: number | undefined
  children: ReactNode
}

/** A group of buttons in the top bar, or floating over the canvas where the bar has no room. */
export function BarGroup({ label, place, children }: Props) {
  return (
    <div
      className={place === undefined ? styles.group : styles.floating}
      style={{ '--place': place } as CSSProperties}
      role="toolbar"
      aria-label={label}
    >
      {children}
    </div>
  )
}
