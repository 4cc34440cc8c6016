import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { BarGroup } from '../shell/BarGroup.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** Buttons to open and save a project, and for the list of recent projects. */
export function ProjectButtons() {
  const { session } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const isBusy = useSnapshot(session.ui).busy !== null
  return (
    <BarGroup label={t('Project')}>
      <CommandButton id="open-project" disabled={isBusy} />
      <CommandButton id="save-project" disabled={!photo || isBusy} />
      {photo && <CommandButton id="recent-projects" aria-haspopup="dialog" disabled={isBusy} />}
    </BarGroup>
  )
}
