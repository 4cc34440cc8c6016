import { FolderOpen, History, Save } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { IconButton } from '../../kit/ui/IconButton.tsx'
import { BarGroup } from '../shell/BarGroup.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { ProjectsDialog } from './ProjectsDialog.tsx'

interface Props {
  isFloating?: boolean
  onOpen(): void
}

export function ProjectButtons({ isFloating = false, onOpen }: Props) {
  const { session, projects } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { busy } = useSnapshot(session.ui)
  const [areRecentShown, showRecent] = useState(false)
  return (
    <BarGroup label={t('Project')} place={isFloating ? 1 : undefined}>
      <IconButton
        label={t('Open project')}
        icon={FolderOpen}
        shortcut="Mod+O"
        disabled={busy !== null}
        onClick={onOpen}
      />
      <IconButton
        label={t('Save project')}
        icon={Save}
        shortcut="Mod+S"
        disabled={!photo || busy !== null}
        onClick={() => void projects.saveFile()}
      />
      {photo && (
        <IconButton
          label={t('Recent projects')}
          icon={History}
          aria-haspopup="dialog"
          disabled={busy !== null}
          onClick={() => showRecent(true)}
        />
      )}
      {areRecentShown && <ProjectsDialog onClose={() => showRecent(false)} />}
    </BarGroup>
  )
}
