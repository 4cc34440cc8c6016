import { addCommands, editCommands } from './table/add.ts'
import { arrangeCommands } from './table/arrange.ts'
import { selectionCommands } from './table/layers.ts'
import { helpCommands, projectCommands, settingsCommands, viewCommands } from './table/page.ts'

/** The editor's own commands. Panels and features add more commands (host/defineFeature.ts). */
export const HOST_COMMANDS = [
  ...editCommands,
  ...projectCommands,
  ...addCommands,
  ...selectionCommands,
  ...arrangeCommands,
  ...viewCommands,
  ...settingsCommands,
  ...helpCommands,
]

export type CommandId = (typeof HOST_COMMANDS)[number]['id']
