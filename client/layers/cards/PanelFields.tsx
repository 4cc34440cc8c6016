import type { ReactNode } from 'react'
import styles from './PanelFields.module.css'

/** The controls of one layer that stand in no section, one below the other. */
export function PanelFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}
