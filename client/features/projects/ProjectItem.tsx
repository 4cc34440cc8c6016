import { ImageIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type ProjectRecord, projectName } from '#client/editor/storage/projectStore.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { MAX_NAME_LENGTH } from '#client/engine/project-file/project.ts'
import { formatRelativeTime, locale } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { RenameInput } from '#client/kit/ui/controls/RenameInput.tsx'
import styles from './RecentProjects.module.css'

interface Props {
  project: ProjectRecord
  className: string | undefined
  /** Opens the project. If set, thumbnail and name form a button. */
  onOpen?: () => void
  /** True for the open project, which the user can't delete. */
  isCurrent?: boolean
  children?: ReactNode
}

/** A stored project: thumbnail, name, age and actions. */
export function ProjectItem({ project, className, onOpen, isCurrent = false, children }: Props) {
  const { session, projects } = useWorkspace()
  const isBusy = useSnapshot(session.ui).busy !== null
  const [isRenaming, setRenaming] = useState(false)
  const name = projectName(project)
  const face = (
    <>
      <Thumbnail of={project} />
      {isRenaming ? (
        <RenameInput
          label={t('Project name')}
          name={name}
          maxLength={MAX_NAME_LENGTH}
          className={styles.input}
          home="[data-project]"
          onEnd={(next) => {
            setRenaming(false)
            if (next !== null && next !== name) void projects.rename(project.id, next)
          }}
        />
      ) : (
        <Words of={project} />
      )}
    </>
  )
  return (
    <div className={className} data-project data-current={isCurrent || undefined} tabIndex={-1}>
      {onOpen && !isRenaming ? (
        <button type="button" className={styles.open} disabled={isBusy} onClick={onOpen}>
          {face}
        </button>
      ) : (
        face
      )}
      {children}
      <IconButton label={t('Rename {name}', { name })} icon={Pencil} onClick={() => setRenaming(true)} />
      {!isCurrent && (
        <IconButton
          label={t('Delete {name}', { name })}
          icon={Trash2}
          onClick={() => void projects.remove(project.id)}
        />
      )}
    </div>
  )
}

const Thumbnail = ({ of: { thumbnail } }: { of: ProjectRecord }) => (
  <span className={styles.thumbnail}>
    {thumbnail ? <img src={thumbnail} alt="" /> : <ImageIcon strokeWidth={1.5} aria-hidden />}
  </span>
)

function Words({ of: project }: { of: ProjectRecord }) {
  const [now] = useState(Date.now)
  const { savedAt } = project
  const name = projectName(project)
  return (
    <span className={styles.words}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <time className={styles.time} dateTime={new Date(savedAt).toISOString()}>
        {formatRelativeTime(savedAt, now, locale())}
      </time>
    </span>
  )
}
