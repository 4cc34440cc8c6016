/** The context of commands in tests. */
import type { FeatureSet } from '../host/defineFeature.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { CommandContext } from './command.ts'

/**
 * Returns the context of the commands on a page with all tabs. `note` receives the name of each called page function.
 */
export function commandContext(
  { commands, panels }: FeatureSet,
  workspace: Partial<Workspace>,
  note: (name: string) => void = () => {},
): CommandContext {
  return {
    workspace: { panels, ...workspace } as Workspace, // a test passes only the parts that its commands use
    commands,
    tabs: panels.tabs,
    choosePhoto: () => note('choose photo'),
    chooseTemplatePhoto: () => note('choose photo for template'),
    chooseProject: () => note('choose project'),
    chooseLanguage: () => note('language'),
  }
}
