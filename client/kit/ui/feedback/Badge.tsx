import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './Badge.module.css'

interface Props {
  tone?: 'accent' | 'warning' | 'neutral'
  icon?: LucideIcon
  children: ReactNode
}

/** A short label that marks something, such as "Pro" or "Save 40%". */
export function Badge({ tone = 'neutral', icon: Glyph, children }: Props) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {Glyph && <Glyph className={styles.icon} strokeWidth={2} aria-hidden />}
      {children}
    </span>
  )
}
