import { Search, SearchX, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { recentList } from '../../../kit/base/recentList.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { IconButton } from '../../../kit/ui/controls/IconButton.tsx'
import { EmptyState } from '../../../kit/ui/feedback/EmptyState.tsx'
import { useCommands } from '../CommandContext.tsx'
import type { AnyCommand } from '../registry.ts'
import { keysPressed } from '../shortcuts.ts'
import styles from './CommandPalette.module.css'
import { CommandRow } from './CommandRow.tsx'
import { type Entry, entryGroups } from './entries.ts'

const recent = recentList('midground.recent-commands', 5)

/** Number of rows that PageUp and PageDown skip. */
const PAGE = 8

interface Props {
  onChoose(command: AnyCommand): void
  onClose(): void
}

/**
 * The content of the palette: a search field (a combobox) and the list of commands that it filters (ARIA Authoring
 * Practices, "Combobox").
 */
export function CommandSearch({ onChoose, onClose }: Props) {
  const commands = useCommands()
  const id = useId()
  const [query, setQuery] = useState('')
  const [used] = useState(recent.read)
  const groups = entryGroups(commands, query, used)
  const entries = groups.flatMap((group) => group.entries)
  const [active, setActive] = useState(0)
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

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return // Enter confirms the text of an input method
    const last = entries.length - 1
    if (event.key === 'ArrowDown') go(active < last ? active + 1 : 0)
    else if (event.key === 'ArrowUp') go(active > 0 ? active - 1 : last)
    else if (event.key === 'PageDown') go(Math.min(active + PAGE, last))
    else if (event.key === 'PageUp') go(Math.max(active - PAGE, 0))
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(last)
    else if (event.key === 'Enter') choose(current)
    else if (keysPressed(event) === 'Mod+K') onClose()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.head}>
        <Search className={styles.glass} strokeWidth={1.75} aria-hidden />
        <input
          className={styles.query}
          type="text"
          role="combobox"
          aria-label={t('Search commands')}
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={t('Search commands')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
        <IconButton label={t('Close')} icon={X} size="small" onClick={onClose} />
      </div>
      <p className="unseen" aria-live="polite">
        {query.trim() ? t('{n, plural, one {# command} other {# commands}}', { n: entries.length }) : ''}
      </p>
      {entries.length === 0 ? (
        <EmptyState icon={SearchX} text={t('No command matches “{query}”', { query: query.trim() })} />
      ) : (
        <div key={query} id={id} className={styles.list} role="listbox" aria-label={t('Commands')}>
          {groups.map(({ title, entries: rows }) => (
            <Group key={title} title={title}>
              {rows.map((entry) => (
                <CommandRow
                  key={entry.command.id}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === current}
                  onPoint={() => setActive(entries.indexOf(entry))}
                  onChoose={() => choose(entry)}
                />
              ))}
            </Group>
          ))}
        </div>
      )}
    </>
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
