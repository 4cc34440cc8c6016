import { Check, SearchX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatList } from '../../i18n/format.ts'
import { t } from '../../i18n/translate.ts'
import { ComboboxField, ComboboxOption } from '../controls/Combobox.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import styles from './FontList.module.css'
import {
  displayName,
  type FontChoice,
  type FontSearch,
  type FontSearchOptions,
  useFontSearch,
} from './useFontSearch.ts'

export interface FontListProps extends FontSearchOptions {
  categories: readonly Category[]
  /** Loads a family's regular face. Resolves with true when text can be drawn in that face. */
  loadFace(family: string, signal: AbortSignal): Promise<boolean>
  /** Called with the family of a clicked or tapped row. */
  onPress(family: string): void
  onClose(): void
}

interface Category {
  value: string
  label: string
}

/** The content of the font picker: a search field (a combobox), category buttons and the filtered list. */
export function FontList({ categories, onClose, ...props }: FontListProps) {
  const search = useFontSearch(props)
  return (
    <>
      <div className={styles.head}>
        <SearchField search={search} total={props.families.length} onClose={onClose} />
        <Categories search={search} categories={categories} />
      </div>
      <Rows search={search} {...props} />
    </>
  )
}

function SearchField({ search, total, onClose }: { search: FontSearch; total: number; onClose(): void }) {
  return (
    <div className={styles.search}>
      <ComboboxField
        label={t('Search fonts')}
        list={search.id}
        active={search.activeId}
        placeholder={t('Search {n} fonts', { n: total })}
        value={search.query}
        onChange={(event) => search.filter(event.currentTarget.value, search.category)}
        onKeyDown={search.onKeyDown}
      />
      <IconButton className={styles.close} label={t('Close')} icon={X} size="small" onClick={onClose} />
    </div>
  )
}

function Categories({ search, categories }: { search: FontSearch; categories: readonly Category[] }) {
  return (
    <fieldset className={styles.categories} aria-label={t('Font categories')}>
      {[{ value: null, label: t('All') }, ...categories].map(({ value, label }) => (
        <button
          key={label}
          type="button"
          className={styles.category}
          aria-pressed={value === search.category}
          onClick={() => search.filter(search.query, value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

type RowsProps = Omit<FontListProps, 'categories' | 'families' | 'onClose'> & { search: FontSearch }

function Rows({ search, value, loadFace, onPreview, onPress, listbox }: RowsProps) {
  const { shown, rows } = search
  return (
    <div
      ref={listbox}
      id={search.id}
      className={styles.list}
      role="listbox"
      aria-label={t('Fonts')}
      aria-activedescendant={search.activeId}
      tabIndex={-1}
      onKeyDown={search.onKeyDown}
      onScroll={rows.onScroll}
      onPointerLeave={() => onPreview(null)}
    >
      {shown.length === 0 && (
        <EmptyState icon={SearchX} text={t('No fonts match “{query}”', { query: search.query })} />
      )}
      <div style={{ height: shown.length * rows.height }} className={styles.all}>
        {shown.slice(rows.first, rows.last).map((family, offset) => (
          <FontRow
            key={family.name}
            search={search}
            family={family}
            index={rows.first + offset}
            isChosen={family.name === value}
            loadFace={loadFace}
            onChoose={() => {
              search.activate(rows.first + offset) // Enter then chooses this row
              onPress(family.name)
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface Props extends Pick<FontListProps, 'loadFace'> {
  search: FontSearch
  family: FontChoice
  index: number
  isChosen: boolean
  onChoose(): void
}

/** Time that a row must be visible before its font is downloaded, ms. Rows that scroll past download nothing. */
const SETTLE_MS = 90

/** A row of the font list. Once the font is loaded, the row shows the font's name in the font. */
function FontRow({ search, family, index, isChosen, loadFace, onChoose }: Props) {
  const { name } = family
  const scripts = family.scripts?.length ? formatList(family.scripts, 'unit') : null
  const { height } = search.rows
  const [hasFace, setHasFace] = useState(false)
  const isLastRecommended = family.isRecommended && !search.shown[index + 1]?.isRecommended
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void loadFace(name, abort.signal).then((loaded) => {
        if (!abort.signal.aborted) setHasFace(loaded)
      })
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [name, loadFace])

  return (
    <ComboboxOption
      id={search.optionId(index)}
      isSelected={isChosen}
      onChoose={onChoose}
      aria-posinset={index + 1}
      aria-setsize={search.shown.length}
      className={cx(styles.row, index === search.active && styles.active, isLastRecommended && styles.last)}
      style={{ top: index * height, height }}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') search.activate(index)
      }}
    >
      <span
        className={cx(styles.name, hasFace && styles.drawn)}
        style={hasFace ? { fontFamily: `"${name}", var(--font)` } : undefined}
      >
        {displayName(family)}
      </span>
      {scripts && (
        <span className={styles.scripts} title={scripts}>
          {scripts}
        </span>
      )}
      {isChosen && <Check className={styles.check} aria-hidden />}
    </ComboboxOption>
  )
}
