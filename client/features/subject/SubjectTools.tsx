import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { MASK_EDIT_TAB, OBJECTS_TAB, openSubjectTool, SELECT_SUBJECT_TAB } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import styles from './panels.module.css'

/** The panels with a button, each with the function that opens it. */
const OPEN: Readonly<Record<string, (ui: Ui) => void>> = {
  [SELECT_SUBJECT_TAB]: (ui) => openSubjectTool(ui, SELECT_SUBJECT_TAB),
  [MASK_EDIT_TAB]: (ui) => openSubjectTool(ui, MASK_EDIT_TAB),
  [OBJECTS_TAB](ui) {
    ui.tab = OBJECTS_TAB
  },
}

/** The buttons that open the subject's tools and the Objects panel. Every tab that works with the subject shows them. */
export function SubjectTools() {
  const { session, panels } = useWorkspace()
  const { busy } = useSnapshot(session.ui)
  return (
    <div className={styles.tools}>
      {panels.all.map(({ id, label, icon }) => {
        const open = OPEN[id]
        return (
          open && (
            <Button key={id} icon={icon} disabled={busy !== null} onClick={() => open(session.ui)}>
              {t(label)}
            </Button>
          )
        )
      })}
    </div>
  )
}
