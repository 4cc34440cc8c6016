import { History } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Projects } from '#client/editor/flows/projects.ts'
import type { ProjectRecord } from '#client/editor/storage/projectStore.ts'
import { useStored } from '#client/editor/storage/useStored.ts'
import { useEditorDialog, useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { ProjectItem } from './ProjectItem.tsx'
import styles from './RecentProjects.module.css'

const NONE: readonly ProjectRecord[] = []
const readRecent = (projects: Projects) => projects.recent()
const readCurrent = (projects: Projects) => projects.current()

/** Maximum number of earlier projects on the empty canvas. More rows would hide the samples and templates. */
const MOST_EARLIER = 5

/** Label in English; translated when shown. */
const KEPT_HERE =
  'The latest 24 projects of your account (up to 1 GB) are saved on this device, even after you sign out.'

/**
 * Stored projects on the empty canvas. The project of the last session is first, and the user decides whether to open
 * it. The user can show more than MOST_EARLIER earlier projects. Renders nothing if no project is stored.
 */
export function RecentProjects() {
  const { session, projects } = useWorkspace()
  const isBusy = useSnapshot(session.ui).busy !== null
  const [last, ...earlier] = useStored(projects, readRecent, NONE)
  const [showsAll, setShowsAll] = useState(false)
  if (!last) return null
  return (
    <section className={styles.projects} aria-label={t('Recent projects')}>
      <ProjectItem key={last.id} project={last} className={styles.last}>
        <Button look="outline" icon={History} disabled={isBusy} onClick={() => void projects.restore(last.id)}>
          {t('Restore last session')}
        </Button>
      </ProjectItem>
      {earlier.length > 0 && (
        <ul className={styles.list}>
          {(showsAll ? earlier : earlier.slice(0, MOST_EARLIER)).map((project) => (
            <li key={project.id}>
              <ProjectItem project={project} className={styles.row} onOpen={() => void projects.restore(project.id)} />
            </li>
          ))}
        </ul>
      )}
      {earlier.length > MOST_EARLIER && !showsAll && (
        <Button look="ghost" onClick={() => setShowsAll(true)}>
          {t('Show all projects')}
        </Button>
      )}
      <p className={styles.note}>{t(KEPT_HERE)}</p>
    </section>
  )
}

export const ProjectsDialog = () => useEditorDialog('projects').isOpen && <OpenProjectsDialog />

/** The dialog that lists the projects stored on this device. The user can open, rename and delete them. */
function OpenProjectsDialog() {
  const { projects } = useWorkspace()
  const { close } = useEditorDialog('projects')
  const current = useStored(projects, readCurrent, null)
  const recent = useStored(projects, readRecent, NONE)
  const open = (id: string) => {
    close()
    void projects.restore(id)
  }
  return (
    <Dialog isOpen onClose={close} title={t('Recent projects')} description={t(KEPT_HERE)} size="medium">
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
