import type { LucideIcon } from 'lucide-react'
import type { Language } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Tab } from '../host/panels.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The command groups, in the order of the palette and the help. */
export const GROUPS = ['Edit', 'Project', 'Add', 'Tools', 'Selection', 'Arrange', 'View', 'Settings', 'Help'] as const

export type CommandGroup = (typeof GROUPS)[number]

export interface CommandContext {
  readonly workspace: Workspace
  readonly commands: CommandTable
  /** The tabs of this page: all tabs, or only the tab that `?mode=` names. */
  readonly tabs: readonly Tab[]
  /** Opens the browser's file picker for a photo. Requires a user gesture. */
  choosePhoto(): void
  /**
   * Opens the browser's file picker, and applies the document's layers to the chosen photo. Requires a user gesture.
   */
  chooseTemplatePhoto(): void
  /** Opens the browser's file picker for a project. Requires a user gesture. */
  chooseProject(): void
  /** Changes the interface language and stores this setting. A toast reports errors. */
  chooseLanguage(language: Language): void
}

/** The context for running a command. `isShift`: the user holds Shift. */
export type Press = CommandContext & { readonly isShift: boolean }

/** A condition for running a command. If it isn't met, the command is disabled and shows the reason. */
export interface Requirement {
  /** English; translated when shown. */
  readonly reason: string
  isMet(workspace: Workspace, context: CommandContext): boolean
}

/** A command of the editor. Its shortcut, buttons, menu entries and palette row are derived from this record. */
export interface Command<Id extends string = string> {
  readonly id: Id
  /** English; translated when shown. */
  readonly label: string
  /** Returns a translated name that replaces the label, for example if the name depends on the selection. */
  name?(workspace?: Workspace): string
  readonly icon: LucideIcon
  /** Shortcuts such as `Mod+Shift+Z`; Mod is ⌘ on a Mac and Ctrl elsewhere. Menus show the first shortcut. */
  readonly keys: readonly string[]
  readonly group: CommandGroup
  /**
   * All requirements must be met. Otherwise the command is disabled and shows the reason of the first unmet
   * requirement.
   */
  readonly needs: readonly Requirement[]
  /** True if the command deletes something, so that menus show it in red. */
  readonly isDanger?: true
  /**
   * True if the browser fires a clipboard event for the shortcut. useClipboard.ts handles that event, and only menus
   * call `run`.
   */
  readonly isNative?: true
  /** True if a running gesture may continue during the command. All other commands first end the gesture. */
  readonly keepsGesture?: true
  /** True if the shortcut also works in a number field whose text the user hasn't changed. */
  readonly worksInIdleFields?: true
  /**
   * True if the shortcut also works in all text fields, on a Mac only with ⌘ (`worksInField`). Otherwise the browser would
   * handle it, for example Ctrl+O, which replaces the editor. The command first commits the field's text, unless it has
   * `keepsGesture`.
   */
  readonly worksWhileTyping?: true
  /**
   * True if the Templates panel and the menu of the top bar offer the command. The empty canvas offers it too if it
   * doesn't need a photo.
   */
  readonly isOffered?: true
  /**
   * True if the bar next to the selected layer shows a button for the command. The button appears only on wide screens,
   * while the first requirement is met. While another isn't met, the button is disabled.
   */
  readonly isOnLayerBar?: true
  /**
   * Returns true while the command's button on the layer bar is pressed. The button's text doesn't change: only its
   * tooltip has the name for the current selection.
   */
  isOn?(workspace: Workspace): boolean
  /** True if the context menu of the canvas contains the command while no layer is selected. */
  readonly inCanvasMenu?: true
  /** Search terms, separated by commas. English; translated when searched. */
  readonly words?: string
  /**
   * Labels in the panel that the command opens. The palette also searches these labels. English; translated when
   * searched.
   */
  readonly labels?: readonly string[]
  run(workspace: Workspace, press: Press): void
}

/** A row of a command table: id, English label, icon, keys, requirements, `run`, and other properties. */
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
 * Returns the commands of a group. The ids have literal types, so that the compiler rejects unknown ids in the editor's
 * own menus. `createFeatureSet` rejects unknown ids of features.
 */
export const defineCommands = <const Id extends string>(
  group: CommandGroup,
  rows: readonly CommandRow<Id>[],
): readonly Command<Id>[] =>
  rows.map(([id, label, icon, keys, needs, run, further]) => ({ ...further, id, label, icon, keys, needs, run, group }))

/** Returns the `run` function of a command that needs only the session. */
export const withSession =
  (act: (session: Session) => unknown) =>
  ({ session }: Workspace): void =>
    void act(session)

/**
 * Returns the `run` function of a command that opens a dialog. Afterwards, `useEditorDialog(dialog)` returns that the
 * dialog is open.
 */
export const opensDialog = (dialog: string) =>
  withSession(({ ui }) => {
    ui.dialog = dialog
  })

/**
 * Returns the command's name in the interface language. If `workspace` is given, the name of a toggle says what the
 * command will do.
 */
export const commandName = ({ label, name = () => t(label) }: Command, workspace?: Workspace): string => name(workspace)

/** Returns the reason why the command is disabled, in English. Null if the command is enabled. */
export const disabledReason = ({ needs }: Pick<Command, 'needs'>, context: CommandContext): string | null =>
  needs.find(({ isMet }) => !isMet(context.workspace, context))?.reason ?? null

/**
 * Ends a running gesture as an undo step of its own (unless the command has `keepsGesture`), then runs the command. If
 * the command is disabled, only ends the gesture.
 */
export function runCommand(command: Command, context: CommandContext, isShift = false): void {
  if (!command.keepsGesture) context.workspace.tools.up()
  if (disabledReason(command, context) === null) command.run(context.workspace, { ...context, isShift })
}

/** All commands of an editor. Shortcuts, menus, buttons, the help and the palette are derived from this table. */
export interface CommandTable {
  readonly all: readonly Command[]
  /** Returns the command with this id. @throws Error if there is no such command */
  of(id: string): Command
  /** Returns the command with this shortcut, for example 'Mod+Z', or undefined if there is none. */
  ofKey(key: string): Command | undefined
  /** The commands with `isOffered`. */
  readonly offered: readonly Command[]
}

export function createCommandTable(unsorted: readonly Command[]): CommandTable {
  // the sort is stable, so the order of commands within a group doesn't change
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
