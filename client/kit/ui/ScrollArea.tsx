import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './ScrollArea.module.css'

/** A vertically scrolling container with native scrolling and a thin scrollbar. */
export function ScrollArea({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.area, className)} />
}
