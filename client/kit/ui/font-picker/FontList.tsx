import { Search, SearchX } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { t } from '../../i18n/translate.ts'
import { clampTo } from '../controls/values.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import styles from './FontList.module.css'
import { FontRow } from './FontRow.tsx'
import { displayName, type FontChoice, matchingFonts } from './matchingFonts.ts'
import { useVirtualRows } from './useVirtualRows.ts'

/** Properties of `FontList`. Families are named by their CSS family name. */
export interface FontListProps {
  value: string
  families: readonly FontChoice[]
  categories: readonly { value: string; label: string }[]
  /** Loads a family's regular face; resolves with true when text can be drawn in it. */
  loadFace(family: string, signal: AbortSignal): Promise<boolean>
  onPreview(family: string | null): void
  onChoose(family: string): void
  listbox: RefObject<HTMLDivElement | null>
}

/** The content of the font picker: search field (a combobox), category buttons, and the filtered list. */
export function FontList({ value, families, categories, loadFace, onPreview, onChoose, listbox }: FontListProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const shown = matchingFonts(families, query, category)
  const [active, setActive] = useState(() => Math.max(0, indexOf(shown, value)))
  const rows = useVirtualRows({ list: listbox, count: shown.length, centre: active, content: `${category}/${query}` })

  function filter(nextQuery: string, nextCategory: string | null) {
    setQuery(nextQuery)
    setCategory(nextCategory)
    const next = matchingFonts(families, nextQuery, nextCategory)
    setActive(nextQuery === '' ? Math.max(0, indexOf(next, value)) : 0)
    onPreview(null)
  }

  function go(index: number) {
    const next = clampTo(index, 0, shown.length - 1)
    const family = shown[next]
    if (!family) return
    setActive(next)
    rows.reveal(next)
    onPreview(family.name)
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: rows.perPage, PageUp: -rows.perPage }
    const step = steps[event.key]
    const family = shown[active]
    if (step !== undefined) go(active + step)
    else if (event.key === 'Enter' && family) onChoose(family.name)
    else return
    event.preventDefault()
  }

  const optionId = (index: number) => `${id}-${index}`
  return (
    <>
      <div className={styles.head}>
        <div className={styles.search}>
          <Search className={styles.glass} strokeWidth={1.75} aria-hidden />
          <input
            className={styles.query}
            type="text"
            role="combobox"
            aria-label={t('Search fonts')}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
            placeholder={t('Search {n} fonts', { n: families.length })}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => filter(event.currentTarget.value, category)}
            onKeyDown={press}
          />
        </div>
        <fieldset className={styles.categories} aria-label={t('Kinds of fonts')}>
          {[{ value: null, label: t('All') }, ...categories].map((kind) => (
            <button
              key={kind.label}
              type="button"
              className={styles.category}
              aria-pressed={kind.value === category}
              onClick={() => filter(query, kind.value)}
            >
              {kind.label}
            </button>
          ))}
        </fieldset>
      </div>
      <div
        ref={listbox}
        id={id}
        className={styles.list}
        role="listbox"
        aria-label={t('Fonts')}
        aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
        tabIndex={-1}
        onKeyDown={press}
        onScroll={rows.onScroll}
        onPointerLeave={() => onPreview(null)}
      >
        {shown.length === 0 && <EmptyState icon={SearchX} text={t('No font matches “{query}”', { query })} />}
        <div style={{ height: shown.length * rows.height }} className={styles.all}>
          {shown.slice(rows.first, rows.last).map((family, offset) => {
            const index = rows.first + offset
            return (
              <FontRow
                key={family.name}
                id={optionId(index)}
                name={family.name}
                label={displayName(family)}
                top={index * rows.height}
                height={rows.height}
                position={index + 1}
                count={shown.length}
                isActive={index === active}
                isChosen={family.name === value}
                loadFace={loadFace}
                onPoint={() => {
                  setActive(index)
                  onPreview(family.name)
                }}
                onChoose={() => onChoose(family.name)}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

const indexOf = (families: readonly FontChoice[], name: string) => families.findIndex((f) => f.name === name)
