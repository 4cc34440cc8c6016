import type { ReactNode } from 'react'
import styles from './PanelFields.module.css'

/** Column of controls outside sections. */
export function PanelFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

/** Number controls in two columns. */
export function FieldColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
