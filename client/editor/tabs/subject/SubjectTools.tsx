import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useSession } from '../../../model/session/SessionContext.tsx'
import { openSubjectTool } from '../../../model/session/ui/subject.ts'
import styles from './panels.module.css'
import { TOOLS } from './tools.ts'

/** The buttons that open the subject's tools, in every tab that works with the subject. */
export function SubjectTools() {
  const { ui } = useSession()
  const { busy } = useSnapshot(ui)
  return (
    <div className={styles.tools}>
      {TOOLS.map(({ id, label, icon }) => (
        <Button key={id} icon={icon} disabled={busy !== null} onClick={() => openSubjectTool(ui, id)}>
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
