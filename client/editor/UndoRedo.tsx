import { Redo2, Undo2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { IconButton } from '../ui/IconButton.tsx'
import { BarGroup } from './BarGroup.tsx'
import { useWorkspace } from './WorkspaceContext.tsx'

export function UndoRedo({ isFloating = false }: { isFloating?: boolean }) {
  const { history } = useWorkspace().session
  const { undo, redo } = useSnapshot(history.state)
  // Not the attribute `disabled`: at the end of history the focus stays on the button.
  return (
    <BarGroup label="History" place={isFloating ? 0 : undefined}>
      <IconButton
        label="Undo"
        icon={Undo2}
        shortcut="Mod+Z"
        hint={undo ? `Undo: ${undo}` : undefined}
        aria-disabled={undo === null || undefined}
        onClick={() => history.undo()}
      />
      <IconButton
        label="Redo"
        icon={Redo2}
        shortcut="Mod+Shift+Z"
        hint={redo ? `Redo: ${redo}` : undefined}
        aria-disabled={redo === null || undefined}
        onClick={() => history.redo()}
      />
    </BarGroup>
  )
}
