import type { LucideIcon } from 'lucide-react'
import type { Language } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Tab } from '../host/panels.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The groups in the order of the palette and the help. */
export const GROUPS = ['Edit', 'Project', 'Add', 'Tools', 'Selection', 'Arrange', 'View', 'Settings', 'Help'] as const

export type CommandGroup = (typeof GROUPS)[number]

export interface CommandContext {
  readonly workspace: Workspace
  readonly commands: CommandTable
  /** The tool tabs of this page: all tabs, or only the tab named by `?mode=`. */
  readonly tabs: readonly Tab[]
  /** Opens the browser's file picker for a photo; requires a user gesture. */
  choosePhoto(): void
  /** Opens the browser's file picker for a photo that gets this document's layers; requires a user gesture. */
  chooseTemplatePhoto(): void
  /** Opens the browser's file picker for a project; requires a user gesture. */
  chooseProject(): void
  /** Changes the language of the interface and stores the choice. A toast reports a failure. */
  chooseLanguage(language: Language): void
}

/** The context of a command that runs. `isShift`: the user pressed a key of the command with Shift. */
export type Press = CommandContext & { readonly isShift: boolean }

/** A condition of a command. While the condition is not met, the command is disabled and shows the reason. */
export interface Requirement {
  /** English; translated when shown. */
  readonly reason: string
  isMet(workspace: Workspace, context: CommandContext): boolean
}

/** A command of the editor. Its shortcut, buttons, menu entries and palette row all use this record. */
export interface Command<Id extends string = string> {
  readonly id: Id
  /** English; translated when shown. */
  readonly label: string
  /**
   * Returns a translated name that replaces the translated `label`, for example a name that depends on the selection.
   */
  name?(workspace?: Workspace): string
  readonly icon: LucideIcon
  /** Shortcuts such as `Mod+Shift+Z`; Mod is ⌘ on a Mac and Ctrl elsewhere. Menus show the first shortcut. */
  readonly keys: readonly string[]
  readonly group: CommandGroup
  /** The requirements, which must all be met. A disabled command shows the reason of the first unmet requirement. */
  readonly needs: readonly Requirement[]
  /** The command deletes something. Menus show it in red. */
  readonly isDanger?: true
  /**
   * The browser fires a clipboard event for the shortcut, and useClipboard.ts handles that event. Only menus call
   * `run`.
   */
  readonly isNative?: true
  /** A running gesture continues during the command. Every other command ends the gesture first. */
  readonly keepsGesture?: true
  /** The shortcut also works in a number field without uncommitted text. */
  readonly worksInIdleFields?: true
  readonly worksWhileTyping?: true
  /**
   * The Templates panel, the menu of the top bar and, if the command doesn't need a photo, the empty canvas offer it.
   */
  readonly isOffered?: true
  /** On wide screens, the bar next to the selected layer has a button while the command is enabled. */
  readonly isOnLayerBar?: true
  /** The context menu of the canvas lists the command while nothing is selected. */
  readonly inCanvasMenu?: true
  /** Search terms, separated by commas. English; translated when searched. */
  readonly words?: string
  /**
   * The labels in the panel that the command opens. The palette searches them, too. English; translated when searched.
   */
  readonly labels?: readonly string[]
  run(workspace: Workspace, press: Press): void
}

/** A row of the table: id, English label, icon, keys, requirements, `run`, and further properties. */
type CommandRow<Id extends string> = readonly [
  id: Id,
  label: string,
  icon: LucideIcon,
  keys: readonly string[],
  needs: readonly Requirement[],
  run: Command['run'],
  further?: Partial<Command>,
]

/**
 * Returns the commands of a group. Their ids are literal types, so that the compiler rejects a menu with an unknown
 * command.
 */
export const defineCommands = <const Id extends string>(
  group: CommandGroup,
  rows: readonly CommandRow<Id>[],
): readonly Command<Id>[] =>
  rows.map(([id, label, icon, keys, needs, run, further]) => ({ ...further, id, label, icon, keys, needs, run, group }))

/** Returns the `run` of a command that needs only the session. */
export const withSession =
  (act: (session: Session) => unknown) =>
  ({ session }: Workspace): void =>
    void act(session)

/** Returns the command's name in the interface language. With `workspace`, a toggle names the state it leads to. */
export const commandName = ({ label, name = () => t(label) }: Command, workspace?: Workspace): string => name(workspace)

/** Returns the reason why the command is disabled, in English. Null if it is enabled. */
export const disabledReason = ({ needs }: Pick<Command, 'needs'>, context: CommandContext): string | null =>
  needs.find(({ isMet }) => !isMet(context.workspace, context))?.reason ?? null

/** Runs the command unless it is disabled. First ends a running gesture, which becomes a separate undo step. */
export function runCommand(command: Command, context: CommandContext, isShift = false): void {
  if (!command.keepsGesture) context.workspace.tools.up()
  if (disabledReason(command, context) === null) command.run(context.workspace, { ...context, isShift })
}

/** All commands of an editor. Shortcuts, menus, buttons, the help and the palette are derived from this table. */
export interface CommandTable {
  readonly all: readonly Command[]
  /** Returns the command with this id. @throws Error when the table lacks it */
  of(id: string): Command
  /** Returns the command with this shortcut, for instance 'Mod+Z'; undefined if no command has it. */
  ofKey(key: string): Command | undefined
  /** The commands with `isOffered`. */
  readonly offered: readonly Command[]
}

export function createCommandTable(unsorted: readonly Command[]): CommandTable {
  // the sort is stable, so commands of a group keep their order
  const all = [...unsorted].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
  const byId = new Map(all.map((command) => [command.id, command]))
  return {
    all,
    of(id) {
      const command = byId.get(id)
      if (!command) throw new Error(`no command '${id}' in the registry`)
      return command
    },
    ofKey: (key) => all.find(({ keys }) => keys.includes(key)),
    offered: all.filter(({ isOffered }) => isOffered),
  }
}
