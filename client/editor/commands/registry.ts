import type { Command } from './command.ts'
import { addCommands, editCommands } from './table/add.ts'
import { arrangeCommands } from './table/arrange.ts'
import { selectionCommands } from './table/layers.ts'
import { helpCommands, projectCommands, settingsCommands, toolCommands, viewCommands } from './table/page.ts'

const TABLE = [
  ...editCommands,
  ...projectCommands,
  ...addCommands,
  ...toolCommands,
  ...selectionCommands,
  ...arrangeCommands,
  ...viewCommands,
  ...settingsCommands,
  ...helpCommands,
]

export type CommandId = (typeof TABLE)[number]['id']
export type AnyCommand = Command<CommandId>

/** All commands of the editor. Shortcuts, menus, buttons, the help and the palette are derived from this table. */
export const COMMANDS: readonly AnyCommand[] = TABLE

const byId = new Map<CommandId, AnyCommand>(COMMANDS.map((command) => [command.id, command]))

/** Returns the command with this id. @throws Error when the table lacks it */
export function commandOf(id: CommandId): AnyCommand {
  const command = byId.get(id)
  if (!command) throw new Error(`no command '${id}' in the registry`)
  return command
}

/** Returns the command with this shortcut, for instance 'Mod+Z'; undefined if no command has it. */
export const commandOfKey = (key: string): AnyCommand | undefined => COMMANDS.find(({ keys }) => keys.includes(key))
