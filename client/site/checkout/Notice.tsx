import type { ReactNode } from 'react'
import styles from './Checkout.module.css'

/** A card shown instead of an order: the reason and the next step. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.words}>{children}</div>
    </section>
  )
}
