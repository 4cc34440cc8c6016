import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './ScrollArea.module.css'

/** Scrolls up and down inside what it is given. The system's own scrolling, with a quiet bar. */
export function ScrollArea({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.area, className)} />
}
