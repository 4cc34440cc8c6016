/** Commands as entries of menus. A command that stands in no menu here still has its key and its place in the palette. */
import { AlignCenterVertical } from 'lucide-react'
import { t } from '../../kit/i18n/translate.ts'
import type { ContextAction, ContextEntry } from '../../kit/ui/overlays/ContextMenu.tsx'
import { type CommandContext, commandName, disabledReason, runCommand } from './command.ts'
import { COMMANDS, type CommandId, commandOf } from './registry.ts'

/** Each inner list is a section. `arrange` is the submenu of the group Arrange. */
type Menu = readonly (readonly (CommandId | 'arrange')[])[]

/** For the canvas, where nothing is selected. */
const CANVAS_MENU: Menu = [
  ['undo', 'redo'],
  ['paste', 'select-all', 'fit'],
]

/** For the selected layers. */
const LAYER_MENU: Menu = [
  ['edit-text'],
  ['bring-forward', 'send-backward'],
  ['arrange'],
  ['copy', 'cut', 'paste', 'paste-style', 'duplicate', 'delete'],
  ['select-all'],
]

/** Commands that a menu leaves out while they are disabled; every other one stays and is greyed. */
const LEFT_OUT: ReadonlySet<string> = new Set<CommandId>([
  'edit-text',
  'paste',
  'paste-style',
  'distribute-x',
  'distribute-y',
])

export function menuAction(context: CommandContext, id: CommandId): ContextAction {
  const command = commandOf(id)
  return {
    label: commandName(command),
    icon: command.icon,
    shortcut: command.keys[0],
    isDanger: command.isDanger ?? false,
    isDisabled: disabledReason(command, context) !== null,
    run: () => runCommand(command, context),
  }
}

/** The entries of the context menu, section by section. */
export function contextMenu(context: CommandContext): ContextEntry[][] {
  const menu = context.workspace.session.ui.selection.length === 0 ? CANVAS_MENU : LAYER_MENU
  return menu.map((section) =>
    section.flatMap((id): ContextEntry[] => {
      if (id === 'arrange') return [{ label: t('Align'), icon: AlignCenterVertical, entries: arrangements(context) }]
      return isShown(context, id) ? [menuAction(context, id)] : []
    }),
  )
}

/** Aligning and distributing, as far as the selection allows it. */
export const arrangements = (context: CommandContext): ContextAction[] =>
  COMMANDS.filter(({ group, id }) => group === 'Arrange' && isShown(context, id)).map(({ id }) =>
    menuAction(context, id),
  )

const isShown = (context: CommandContext, id: CommandId) =>
  !LEFT_OUT.has(id) || disabledReason(commandOf(id), context) === null
