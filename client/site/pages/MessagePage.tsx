import type { ReactNode } from 'react'
import styles from './MessagePage.module.css'

interface Props {
  title: string
  children: ReactNode
}

/** A page with one message and, as children, its text and actions. */
export function MessagePage({ title, children }: Props) {
  return (
    <section className={styles.message}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  )
}

/** A paragraph of a MessagePage. */
export const MessageText = ({ children }: { children: ReactNode }) => <p className={styles.text}>{children}</p>

/** The buttons of a MessagePage. */
export const MessageActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
