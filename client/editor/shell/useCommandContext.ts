import { useMemo } from 'react'
import { chooseLanguage } from '#client/kit/i18n/language.ts'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { CommandContext } from '../commands/command.ts'
import type { Tab } from '../host/panels.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { useFileInputs } from './useFileInputs.tsx'

/** Hook that returns the command context, with the functions of this page that commands call. */
export function useCommandContext(
  tabs: readonly Tab[],
  pick: ReturnType<typeof useFileInputs>['pick'],
): CommandContext {
  const workspace = useWorkspace()
  const { commands } = useRequired(FeaturesContext)
  return useMemo(
    () => ({
      workspace,
      commands,
      tabs,
      ...pick,
      // `chooseLanguage` never rejects
      chooseLanguage: (language) => void chooseLanguage(language, workspace.session.notices.toast),
    }),
    [workspace, commands, tabs, pick],
  )
}
