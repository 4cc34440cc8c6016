import {
  type Command,
  type CommandContext,
  commandName,
  disabledReason,
  GROUPS,
} from '#client/editor/commands/command.ts'
import { type Searchable, search } from '#client/kit/i18n/search.ts'
import { t } from '#client/kit/i18n/translate.ts'

export interface Entry extends Searchable {
  readonly command: Command
  /** The command's name in the interface language. */
  readonly name: string
  /** The reason why the command is disabled, in the interface language. Null if the command is enabled. */
  readonly reason: string | null
}

export interface EntryGroup {
  /** The group's name in the interface language. Null for search results, which are sorted by relevance. */
  readonly title: string | null
  readonly entries: readonly Entry[]
}

/**
 * Returns the rows of the palette, without the command that opens the palette. For a query, these are the search
 * results. Without a query, they are the recent commands, followed by the other commands by group, enabled commands
 * first. `recent`: command ids, newest first.
 */
export function entryGroups(context: CommandContext, query: string, recent: readonly string[]): EntryGroup[] {
  // omits the command that opens the palette
  const entries = context.commands.all.filter(({ id }) => id !== 'commands').map((command) => entryOf(command, context))
  if (query.trim()) return nonEmpty([{ title: null, entries: search(entries, query) }])
  const last = recent.flatMap((id) => entries.find(({ command }) => command.id === id) ?? [])
  return nonEmpty([
    { title: t('Recently used'), entries: enabledFirst(last) },
    ...GROUPS.map((group) => ({
      title: t(group),
      entries: enabledFirst(entries.filter((entry) => entry.command.group === group && !last.includes(entry))),
    })),
  ])
}

const enabledFirst = (entries: readonly Entry[]) =>
  // the sort is stable, so the order of the command table is preserved within enabled and disabled entries
  [...entries].sort((a, b) => Number(b.isEnabled) - Number(a.isEnabled))

const nonEmpty = (groups: EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0)

function entryOf(command: Command, context: CommandContext): Entry {
  const name = commandName(command, context.workspace)
  const reason = disabledReason(command, context)
  const { words, labels = [] } = command
  const keywords = words ? [t(words), words].flatMap((list) => list.split(/[,،]/)) : []
  return {
    command,
    name,
    reason: reason === null ? null : t(reason),
    texts: [name, command.label],
    keywords,
    settings: [...labels.map((label) => t(label)), ...labels],
    isEnabled: reason === null,
  }
}
