import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { MASK_EDIT_PANEL, openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import styles from './panels.module.css'

/** The buttons that select the subject and edit its mask. Every tab that works with the subject shows them. */
export function SubjectTools() {
  const { session, panels } = useWorkspace()
  const { busy } = useSnapshot(session.ui)
  return (
    <div className={styles.tools}>
      {panels.all.map(
        ({ id, label, icon }) =>
          (id === SELECT_SUBJECT_PANEL || id === MASK_EDIT_PANEL) && (
            <Button key={id} icon={icon} disabled={busy !== null} onClick={() => openSubjectTool(session.ui, id)}>
              {t(label)}
            </Button>
          ),
      )}
    </div>
  )
}
