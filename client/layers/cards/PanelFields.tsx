import type { ReactNode } from 'react'
import styles from './PanelFields.module.css'

/** Lays controls out in a column, for fields outside of sections. */
export function PanelFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

/** Number controls in two columns: place, rotation and opacity take half the height. */
export function FieldColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
