import { Redo2, Undo2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { IconButton } from '../../kit/ui/IconButton.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { BarGroup } from './BarGroup.tsx'

export function UndoRedo({ isFloating = false }: { isFloating?: boolean }) {
  const { history } = useWorkspace().session
  const { undo, redo } = useSnapshot(history.state)
  // Not the attribute `disabled`: at the end of history the focus stays on the button.
  return (
    <BarGroup label={t('History')} place={isFloating ? 0 : undefined}>
      <IconButton
        label={t('Undo')}
        icon={Undo2}
        shortcut="Mod+Z"
        hint={undo ? t('Undo: {step}', { step: undo }) : undefined}
        aria-disabled={undo === null || undefined}
        onClick={() => history.undo()}
      />
      <IconButton
        label={t('Redo')}
        icon={Redo2}
        shortcut="Mod+Shift+Z"
        hint={redo ? t('Redo: {step}', { step: redo }) : undefined}
        aria-disabled={redo === null || undefined}
        onClick={() => history.redo()}
      />
    </BarGroup>
  )
}
