import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { DropZone } from '../canvas-ui/DropZone.tsx'
import styles from './EditorOutline.module.css'

/** The editor's bars and empty canvas, shown until the editor has loaded. */
export const EditorOutline = () => (
  <div className={styles.screen}>
    <div className={styles.top} />
    <div className={styles.rail} />
    <div className={styles.stage}>
      <DropZone isPicture frame={(_, className, picture) => <span className={className}>{picture}</span>}>
        <span className={styles.wait}>
          <Spinner />
        </span>
      </DropZone>
    </div>
  </div>
)
