import type { ComponentProps, ReactNode } from 'react'
import styles from './Drawer.module.css'

interface Props extends Pick<ComponentProps<'section'>, 'id' | 'role'> {
  title: string
  side: 'left' | 'right'
  close: ReactNode
  /** Content below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

/** A panel beside the canvas on wide screens, and a sheet above the rail on narrow screens. */
export function Drawer({ title, side, close, foot, children, ...section }: Props) {
  return (
    <section {...section} className={`${styles.drawer} ${styles[side]}`} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {close}
      </div>
      <div className={styles.body}>{children}</div>
      {foot}
    </section>
  )
}
