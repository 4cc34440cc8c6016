import type { ReactNode } from 'react'
import styles from './MessagePage.module.css'

interface Props {
  title: string
  children: ReactNode
}

/** A page that says one thing and offers the next step. */
export function MessagePage({ title, children }: Props) {
  return (
    <section className={styles.message}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </section>
  )
}

export const MessageText = ({ children }: { children: ReactNode }) => <p className={styles.text}>{children}</p>

export const MessageActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
