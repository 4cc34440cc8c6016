import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { isFormatOpen } from '../../model/session/ui/format.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { BarGroup } from './BarGroup.tsx'

/** The buttons Undo and Redo; their tooltips name the step. On narrow screens Format stands beside them. */
export function UndoRedo({ isFloating = false }: { isFloating?: boolean }) {
  const { history, ui } = useWorkspace().session
  const { tab } = useSnapshot(ui)
  const { undo, redo } = useSnapshot(history.state)
  // Not the attribute `disabled`, so that the focus stays on the button at the end of the history.
  return (
    <BarGroup label={t('History')} place={isFloating ? 0 : undefined}>
      <CommandButton
        id="undo"
        hint={undo ? t('Undo: {step}', { step: undo }) : undefined}
        aria-disabled={undo === null || undefined}
      />
      <CommandButton
        id="redo"
        hint={redo ? t('Redo: {step}', { step: redo }) : undefined}
        aria-disabled={redo === null || undefined}
      />
      {isFloating && <CommandButton id="tab.format" aria-pressed={isFormatOpen({ tab })} />}
    </BarGroup>
  )
}
