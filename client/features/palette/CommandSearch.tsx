import { SearchX, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import type { Command } from '#client/editor/commands/command.ts'
import { keysPressed } from '#client/editor/commands/shortcuts.ts'
import { ariaKeys, isComposing, rowAfterKey } from '#client/kit/browser/keyboard.ts'
import { recentList } from '#client/kit/device-storage/recentList.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { ComboboxField, ComboboxOption } from '#client/kit/ui/controls/Combobox.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Kbd } from '#client/kit/ui/controls/Kbd.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import styles from './CommandPalette.module.css'
import { type Entry, entryGroups } from './entries.ts'

const recent = recentList('midground.recent-commands', 5)

const PAGE = 8

/**
 * The content of the palette: a search field and the list of matching commands. Follows the pattern "Combobox" of the
 * ARIA Authoring Practices.
 */
export function CommandSearch({ onChoose, onClose }: { onChoose(command: Command): void; onClose(): void }) {
  const commands = useCommands()
  const id = useId()
  const [query, setQuery] = useState('')
  const [used] = useState(recent.read)
  const groups = entryGroups(commands, query, used)
  const entries = groups.flatMap((group) => group.entries)
  const [pointed, setActive] = useState<number | null>(null)
  const active = pointed ?? firstEnabled(entries)
  const optionId = (entry: Entry) => `${id}-${entry.command.id}`
  const current = entries[active]

  function choose(entry: Entry | undefined) {
    if (!entry?.isEnabled) return
    recent.add(entry.command.id)
    onChoose(entry.command)
  }

  function go(index: number) {
    const next = entries[index]
    if (!next) return
    setActive(index)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return // during composition, Enter confirms the text of an input method (IME)
    const row = rowAfterKey(event.key, active, entries.length, PAGE, true)
    if (row !== null) go(row)
    else if (event.key === 'Enter') choose(current)
    else if (keysPressed(event) === 'Mod+K') onClose()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.head}>
        <ComboboxField
          label={t('Search commands')}
          list={id}
          active={current && optionId(current)}
          placeholder={t('Search commands')}
          enterKeyHint="go"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setActive(null)
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label={t('Close')} icon={X} size="small" onClick={onClose} />
      </div>
      <SpokenCount query={query} count={entries.length} />
      {entries.length === 0 ? (
        <EmptyState icon={SearchX} text={t('No commands match “{query}”', { query: query.trim() })} />
      ) : (
        <Results
          key={query}
          id={id}
          groups={groups}
          current={current}
          optionId={optionId}
          onPoint={(entry) => setActive(entries.indexOf(entry))}
          onChoose={choose}
        />
      )}
    </>
  )
}

/** Announces to screen readers how many commands match. */
const SpokenCount = ({ query, count }: { query: string; count: number }) => (
  <p className="unseen" aria-live="polite">
    {query.trim() ? t('{n, plural, one {# command} other {# commands}}', { n: count }) : ''}
  </p>
)

/** Returns the index of the first enabled row; 0 if all rows are disabled. */
const firstEnabled = (entries: readonly Entry[]) =>
  Math.max(
    0,
    entries.findIndex(({ isEnabled }) => isEnabled),
  )

interface ResultsProps {
  id: string
  groups: ReturnType<typeof entryGroups>
  current: Entry | undefined
  optionId(entry: Entry): string
  onPoint(entry: Entry): void
  onChoose(entry: Entry): void
}

function Results({ id, groups, current, optionId, onPoint, onChoose }: ResultsProps) {
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('Commands')}>
      {groups.map(({ title, entries }) => (
        <Group key={title} title={title}>
          {entries.map((entry) => (
            <CommandRow
              key={entry.command.id}
              id={optionId(entry)}
              entry={entry}
              isActive={entry === current}
              onPoint={() => onPoint(entry)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </Group>
      ))}
    </div>
  )
}

function Group({ title, children }: { title: string | null; children: ReactNode }) {
  if (title === null) return children
  return (
    <fieldset aria-label={title} className={styles.group}>
      <div className={styles.title} aria-hidden>
        {title}
      </div>
      {children}
    </fieldset>
  )
}

interface RowProps {
  id: string
  entry: Entry
  /** If true, Enter runs this row's command. */
  isActive: boolean
  onPoint(): void
  onChoose(): void
}

/** A row of the palette: icon, name and shortcut. If the command is disabled, the row shows the reason. */
function CommandRow({ id, entry, isActive, onPoint, onChoose }: RowProps) {
  const { command, name, reason } = entry
  const { icon: Glyph, isDanger } = command
  const [keys] = command.keys
  return (
    <ComboboxOption
      id={id}
      isSelected={isActive}
      onChoose={onChoose}
      className={cx(styles.row, isActive && styles.active, isDanger && styles.danger)}
      aria-label={name}
      aria-description={reason ?? undefined}
      aria-disabled={reason !== null || undefined}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()} // keeps the focus in the search field
    >
      <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {reason && <span className={styles.reason}>{reason}</span>}
      </span>
      {keys && <Kbd keys={keys} />}
    </ComboboxOption>
  )
}
