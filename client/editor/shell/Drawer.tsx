import type { ComponentProps, ReactNode } from 'react'
import styles from './Drawer.module.css'
import { useSheetDrag } from './useSheetDrag.ts'

interface Props extends Pick<ComponentProps<'section'>, 'id' | 'role'> {
  title: string
  side: 'left' | 'right'
  /** The Close button. */
  close: ReactNode
  /** Called when the user drags the sheet's title down. */
  onClose(): void
  /** True: the sheet on narrow screens is low, which leaves the photo more height. */
  isLow?: boolean
  /** Content above the scrolling part. It stays when the title changes. */
  head?: ReactNode
  /** Content below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A panel next to the canvas on wide screens, and a sheet above the rail on narrow screens. Dragging the title up
 * enlarges the sheet. Dragging it down reduces the sheet to its normal height and then closes it. A sheet keeps its
 * height when its title changes, but its content begins unscrolled.
 */
export function Drawer({ title, side, close, onClose, isLow, head, foot, children, ...section }: Props) {
  const { sheet, onPointerDown } = useSheetDrag(onClose)
  return (
    <section
      {...section}
      {...sheet}
      data-low={isLow || undefined}
      className={`${styles.drawer} ${styles[side]}`}
      aria-label={title}
    >
      <div className={styles.head} onPointerDown={onPointerDown}>
        <h2 className={styles.title}>{title}</h2>
        {close}
      </div>
      {head}
      <div key={title} className={styles.body}>
        {children}
      </div>
      {foot}
    </section>
  )
}
