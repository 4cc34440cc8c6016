import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  icon: LucideIcon
  text: string
  /** A button for the user's next step. */
  children?: ReactNode
}

/** The placeholder of an empty list or panel, with an icon, text and an optional button. */
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
