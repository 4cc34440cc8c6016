import { RotateCcw } from 'lucide-react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'

/**
 * The Reset Background button, in both background tabs, so that every state can be left (spec/decisions.md, "States").
 */
export function ResetBackground({ isDisabled }: { isDisabled: boolean }) {
  const { backgrounds } = useWorkspace()
  return (
    <Button icon={RotateCcw} isWide disabled={isDisabled} onClick={() => backgrounds.reset()}>
      {t('Reset Background')}
    </Button>
  )
}
