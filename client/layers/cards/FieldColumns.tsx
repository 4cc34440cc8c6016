import type { ReactNode } from 'react'
import styles from './PanelFields.module.css'

/** Number controls in two columns: place, rotation and opacity take half the height. */
export function FieldColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
