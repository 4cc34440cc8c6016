import { AlignCenterVertical } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import type { ContextAction, ContextEntry } from '#client/kit/ui/overlays/ContextMenu.tsx'
import { type CommandContext, commandName, disabledReason, runCommand } from './command.ts'
import type { CommandId } from './registry.ts'

/** Command ids by section. 'arrange' is the submenu of the group Arrange. */
type Menu = readonly (readonly (CommandId | 'arrange')[])[]

const CANVAS_MENU: Menu = [
  ['undo', 'redo'],
  [], // the features' commands are inserted here
  ['paste', 'select-all', 'fit'],
]

const LAYER_MENU: Menu = [
  ['edit-text'],
  ['bring-forward', 'send-backward'],
  ['arrange'],
  ['copy', 'cut', 'paste', 'paste-style', 'duplicate', 'delete'],
  ['hide-layer', 'lock-layer'],
  ['select-all'],
]

/** Commands that a menu hides while they are disabled. Other disabled commands are grayed out. */
const LEFT_OUT: ReadonlySet<string> = new Set<CommandId>([
  'edit-text',
  'paste',
  'paste-style',
  'distribute-x',
  'distribute-y',
])

/** Returns a context menu entry for a command, with its translated name. */
export function menuAction(context: CommandContext, id: string): ContextAction {
  const command = context.commands.of(id)
  return {
    label: commandName(command, context.workspace),
    icon: command.icon,
    shortcut: command.keys[0],
    isDanger: command.isDanger ?? false,
    isDisabled: disabledReason(command, context) !== null,
    run: () => runCommand(command, context),
  }
}

/** Returns the entries of the canvas's context menu for the current selection, by section. */
export function contextMenu(context: CommandContext): ContextEntry[][] {
  const further = context.commands.all.filter(({ inCanvasMenu }) => inCanvasMenu).map(({ id }) => id)
  const isEmpty = context.workspace.session.ui.selection.length === 0
  const menu = isEmpty ? CANVAS_MENU.map((section) => (section.length > 0 ? section : further)) : LAYER_MENU
  return menu.map((section) =>
    section.flatMap((id): ContextEntry[] => {
      if (id === 'arrange') return [{ label: t('Align'), icon: AlignCenterVertical, entries: arrangements(context) }]
      return isShown(context, id) ? [menuAction(context, id)] : []
    }),
  )
}

/** Returns the commands that align and distribute layers. Leaves out disabled distribute commands. */
export const arrangements = (context: CommandContext): ContextAction[] =>
  context.commands.all
    .filter(({ group, id }) => group === 'Arrange' && isShown(context, id))
    .map(({ id }) => menuAction(context, id))

const isShown = (context: CommandContext, id: string) =>
  !LEFT_OUT.has(id) || disabledReason(context.commands.of(id), context) === null
