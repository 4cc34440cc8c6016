/** The context of commands in tests. */
import { TABS } from '../tabs/tabs.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { CommandContext } from './command.ts'

/**
 * Returns the context of the commands on a page with all tabs. `note` receives the name of each called page function.
 */
export function commandContext(workspace: Partial<Workspace>, note: (name: string) => void = () => {}): CommandContext {
  return {
    workspace: workspace as Workspace, // a test passes only the parts that its commands use
    tabs: TABS,
    choosePhoto: () => note('choose photo'),
    chooseTemplatePhoto: () => note('choose photo for template'),
    chooseProject: () => note('choose project'),
    startTour: () => note('tour'),
    chooseLanguage: () => note('language'),
  }
}
