import { FolderOpen, Save } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { IconButton } from '../../ui/IconButton.tsx'
import { BarGroup } from '../BarGroup.tsx'
import { useWorkspace } from '../WorkspaceContext.tsx'

interface Props {
  isFloating?: boolean
  onOpen(): void
}

export function ProjectButtons({ isFloating = false, onOpen }: Props) {
  const { session, projects } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { busy } = useSnapshot(session.ui)
  return (
    <BarGroup label="Project" place={isFloating ? 1 : undefined}>
      <IconButton label="Open project" icon={FolderOpen} shortcut="Mod+O" disabled={busy !== null} onClick={onOpen} />
      <IconButton
        label="Save project"
        icon={Save}
        shortcut="Mod+S"
        disabled={!photo || busy !== null}
        onClick={() => void projects.saveFile()}
      />
    </BarGroup>
  )
}
