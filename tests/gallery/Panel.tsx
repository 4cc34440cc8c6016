import type { ReactNode } from 'react'
import styles from './gallery.module.css'

export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.panel} aria-label={title}>
    <h2 className={styles.head}>{title}</h2>
    <div className={styles.body}>{children}</div>
  </section>
)

export const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>
