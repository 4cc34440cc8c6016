import { History, ImageIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DeviceRecord } from '../../projects/device.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkspace } from '../WorkspaceContext.tsx'
import { ago } from './ago.ts'
import styles from './RecentProjects.module.css'
import { useRecent } from './useRecent.ts'

/** What this device has kept: the last session, offered and never restored by itself, and those before it. */
export function RecentProjects() {
  const { session, projects } = useWorkspace()
  const isBusy = useSnapshot(session.ui).busy !== null
  const [last, ...earlier] = useRecent(projects)
  if (!last) return null
  return (
    <section className={styles.projects} aria-label="Recent projects">
      <div className={styles.last}>
        <Thumbnail of={last} />
        <Words of={last} />
        <Button look="outline" icon={History} disabled={isBusy} onClick={() => void projects.restore(last.id)}>
          Restore last session
        </Button>
        <Delete project={last} />
      </div>
      {earlier.length > 0 && (
        <ul className={styles.list}>
          {earlier.map((project) => (
            <li key={project.id} className={styles.row}>
              <button
                type="button"
                className={styles.open}
                disabled={isBusy}
                onClick={() => void projects.restore(project.id)}
              >
                <Thumbnail of={project} />
                <Words of={project} />
              </button>
              <Delete project={project} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>Kept on this device, also after you sign out.</p>
    </section>
  )
}

const Thumbnail = ({ of: { thumbnail } }: { of: DeviceRecord }) => (
  <span className={styles.thumbnail}>
    {thumbnail ? <img src={thumbnail} alt="" /> : <ImageIcon strokeWidth={1.5} aria-hidden />}
  </span>
)

function Words({ of: { name, savedAt } }: { of: DeviceRecord }) {
  const [now] = useState(Date.now)
  return (
    <span className={styles.words}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <time className={styles.time} dateTime={new Date(savedAt).toISOString()}>
        {ago(savedAt, now)}
      </time>
    </span>
  )
}

function Delete({ project: { id, name } }: { project: DeviceRecord }) {
  const { projects } = useWorkspace()
  return <IconButton label={`Delete ${name}`} icon={Trash2} onClick={() => void projects.remove(id)} />
}
