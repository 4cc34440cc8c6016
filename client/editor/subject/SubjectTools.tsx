import { useSnapshot } from 'valtio'
import { useSession } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { t } from '../../words/words.ts'
import styles from './panels.module.css'
import { TOOLS } from './tools.ts'

/** The ways to the subject's own tools, in every tab that works with it. */
export function SubjectTools() {
  const { ui } = useSession()
  const { busy } = useSnapshot(ui)
  return (
    <div className={styles.tools}>
      {TOOLS.map(({ id, label, icon }) => (
        <Button
          key={id}
          icon={icon}
          disabled={busy !== null}
          onClick={() => {
            ui.tab = id
          }}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
