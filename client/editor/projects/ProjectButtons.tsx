import { FolderOpen, Save } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkspace } from '../WorkspaceContext.tsx'
import styles from './ProjectButtons.module.css'

interface Props {
  /** Over the canvas, where the top bar has no room for it. */
  isFloating?: boolean
  onOpen(): void
}

export function ProjectButtons({ isFloating = false, onOpen }: Props) {
  const { session, projects } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { busy } = useSnapshot(session.ui)
  return (
    <div className={isFloating ? styles.floating : styles.buttons} role="toolbar" aria-label="Project">
      <IconButton label="Open project" icon={FolderOpen} shortcut="Mod+O" disabled={busy !== null} onClick={onOpen} />
      <IconButton
        label="Save project"
        icon={Save}
        shortcut="Mod+S"
        disabled={!photo || busy !== null}
        onClick={() => void projects.saveFile()}
      />
    </div>
  )
}
