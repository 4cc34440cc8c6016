/** The context for running commands in tests. */
import type { FeatureSet } from '../host/defineFeature.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { CommandContext } from './command.ts'

/**
 * Returns the command context of a page with all tabs. `note` is called with the name of each page function that a
 * command calls.
 */
export function commandContext(
  { commands, panels }: FeatureSet,
  workspace: Partial<Workspace>,
  note: (name: string) => void = () => {},
): CommandContext {
  return {
    workspace: { panels, ...workspace } as Workspace, // safe cast: a test passes the parts that its commands need
    commands,
    tabs: panels.tabs,
    choosePhoto: () => note('choose photo'),
    chooseTemplatePhoto: () => note('choose photo for template'),
    chooseProject: () => note('choose project'),
    chooseLanguage: () => note('language'),
  }
}
