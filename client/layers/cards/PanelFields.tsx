import type { ReactNode } from 'react'
import styles from './PanelFields.module.css'

/** A column of controls outside of sections. */
export function PanelFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}
