import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSession } from '#client/model/session/session.ts'
import { OBJECTS_TAB, openSubjectTool } from '#client/model/session/ui/subject.ts'
import { OBJECTS_TOOL, TOOLS } from '../tools.ts'
import styles from './panels.module.css'

/**
 * The buttons that open the subject's tools and the Objects panel. Every tab that works with the subject shows them.
 */
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
      <Button
        icon={OBJECTS_TOOL.icon}
        disabled={busy !== null}
        onClick={() => {
          ui.tab = OBJECTS_TAB
        }}
      >
        {t(OBJECTS_TOOL.label)}
      </Button>
    </div>
  )
}
