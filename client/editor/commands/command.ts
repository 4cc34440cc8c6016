/** What the user can do to the editor by a key, a button, a menu or the palette: one record per command. */
import type { LucideIcon } from 'lucide-react'
import type { Language } from '../../kit/i18n/languages.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { Tab } from '../tabs/tabs.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The groups, in the order in which the palette and the help show them. */
export const GROUPS = ['Edit', 'Project', 'Add', 'Tools', 'Selection', 'Arrange', 'View', 'Settings', 'Help'] as const

export type CommandGroup = (typeof GROUPS)[number]

/** What a command works on. */
export interface CommandContext {
  readonly workspace: Workspace
  /** The tool tabs of this address: all of them, or the one that its mode names. */
  readonly tabs: readonly Tab[]
  /** Opens the browser's file picker for a photo; needs a user's gesture. */
  choosePhoto(): void
  /** Opens the browser's file picker for a project; needs a user's gesture. */
  chooseProject(): void
  startTour(): void
  /** Shows the language and keeps the choice; tells the user where it cannot be loaded. */
  chooseLanguage(language: Language): void
}

/** How a command was started: by a key with Shift held, or in any other way. */
export interface Press {
  readonly isShift: boolean
}

/** A condition of a command, with the sentence that says why the command is disabled while it is not met. */
export interface Requirement {
  /** English; translated where it is shown. */
  readonly reason: string
  isMet(context: CommandContext): boolean
}

export interface Command<Id extends string = string> {
  readonly id: Id
  /** English; translated where it is shown. */
  readonly label: string
  /** The translated name, where it is more than the translated `label`. */
  name?(): string
  /** More English words under which the palette finds it. */
  readonly aliases?: readonly string[]
  readonly icon: LucideIcon
  /** As `Mod+Shift+Z`; Mod is ⌘ on a Mac and Ctrl elsewhere. The first is the one that menus show. */
  readonly keys: readonly string[]
  readonly group: CommandGroup
  /** All must be met; the first that is not gives the reason. */
  readonly needs?: readonly Requirement[]
  /** Takes something away: menus show it in red. */
  readonly isDanger?: true
  /** The browser tells of the key by an event of its own, see useClipboard.ts; `run` is what a menu does. */
  readonly isNative?: true
  /** A running gesture goes on; every other command ends it first. */
  readonly keepsGesture?: true
  /** The key works in number fields, too, as long as nothing typed there waits to be committed. */
  readonly worksInIdleFields?: true
  /** The key works in text fields, too. */
  readonly worksWhileTyping?: true
  run(context: CommandContext, press: Press): void
}

/** Keeps the ids as literal types, so that a menu cannot name a command that does not exist. */
export const defineCommands = <const Id extends string>(commands: readonly Command<Id>[]): readonly Command<Id>[] =>
  commands

/** The name in the language on screen. */
export const commandName = ({ label, name = () => t(label) }: Command): string => name()

/** Why the command is disabled, in English; null = it is enabled. */
export const disabledReason = ({ needs = [] }: Command, context: CommandContext): string | null =>
  needs.find(({ isMet }) => !isMet(context))?.reason ?? null

/** Runs the command unless it is disabled. A running gesture ends first, so that it is a step of its own. */
export function runCommand(command: Command, context: CommandContext, press: Press = { isShift: false }): void {
  if (!command.keepsGesture) context.workspace.tools.up()
  if (disabledReason(command, context) === null) command.run(context, press)
}
