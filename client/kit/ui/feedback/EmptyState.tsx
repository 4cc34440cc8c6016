import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  icon: LucideIcon
  text: string
  /** The next step. */
  children?: ReactNode
}

/** What a place says when there is nothing in it yet. */
export function EmptyState({ icon: Glyph, text, children }: Props) {
  return (
    <div className={styles.empty}>
      <span className={styles.disc}>
        <Glyph strokeWidth={1.5} aria-hidden />
      </span>
      <p>{text}</p>
      {children}
    </div>
  )
}
