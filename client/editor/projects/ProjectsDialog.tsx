import { t } from '../../kit/i18n/translate.ts'
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { ProjectItem } from './ProjectItem.tsx'
import styles from './RecentProjects.module.css'
import { KEPT_HERE } from './RecentProjects.tsx'
import { useCurrent, useRecent } from './useRecent.ts'

/** Dialog with the projects stored on this device: rename, delete, open. */
export function ProjectsDialog() {
  const { session, projects } = useWorkspace()
  const onClose = () => {
    session.ui.dialog = null
  }
  const current = useCurrent(projects)
  const recent = useRecent(projects)
  const open = (id: string) => {
    onClose()
    void projects.restore(id)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('Recent projects')} description={t(KEPT_HERE)} size="medium">
      <div className={styles.projects}>
        {current && <ProjectItem project={current} className={styles.last} isCurrent />}
        {recent.length === 0 && <p className={styles.note}>{t('No other projects on this device.')}</p>}
        <ul className={styles.list}>
          {recent.map((project) => (
            <li key={project.id}>
              <ProjectItem project={project} className={styles.row} onOpen={() => open(project.id)} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
