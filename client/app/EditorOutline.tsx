import { Spinner } from '../ui/Spinner.tsx'
import styles from './EditorOutline.module.css'

/** The editor's bars and stage, empty, while nobody knows yet whether it may be shown: it then comes in its place. */
export const EditorOutline = () => (
  <div className={styles.screen}>
    <div className={styles.top} />
    <div className={styles.rail} />
    <div className={styles.stage}>
      <Spinner />
    </div>
  </div>
)
