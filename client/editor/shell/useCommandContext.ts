import { useMemo } from 'react'
import { chooseLanguage } from '../../kit/i18n/language.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { CommandContext } from '../commands/command.ts'
import type { Tab } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { FileInputRefs } from './FileInputs.tsx'

interface Parts {
  tabs: readonly Tab[]
  inputs: FileInputRefs
  startTour(): void
}

/** Hook that returns the context of the screen's commands, memoised. */
export function useCommandContext({
  tabs,
  inputs: { photo, templatePhoto, project },
  startTour,
}: Parts): CommandContext {
  const workspace = useWorkspace()
  return useMemo(
    () => ({
      workspace,
      tabs,
      choosePhoto: () => photo.current?.click(),
      chooseTemplatePhoto: () => templatePhoto.current?.click(),
      chooseProject: () => project.current?.click(),
      startTour,
      chooseLanguage(language) {
        chooseLanguage(language).catch((error: unknown) => {
          console.warn(error) // no network, and the catalogue is not cached
          const title = t('Failed to load this language. Please try again.')
          workspace.session.notices.toast({ title, isDestructive: true })
        })
      },
    }),
    [workspace, tabs, photo, templatePhoto, project, startTour],
  )
}
