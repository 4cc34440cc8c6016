import { RotateCcw } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { t } from '../../words/words.ts'
import { useWorkspace } from '../WorkspaceContext.tsx'

/** The same in both tabs, so that nobody is locked in (decisions, "States"). */
export function ResetBackground({ isDisabled }: { isDisabled: boolean }) {
  const { backgrounds } = useWorkspace()
  return (
    <Button icon={RotateCcw} isWide disabled={isDisabled} onClick={() => backgrounds.reset()}>
      {t('Reset Background')}
    </Button>
  )
}
