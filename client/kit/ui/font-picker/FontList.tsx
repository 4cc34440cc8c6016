import { Search, SearchX } from 'lucide-react'
import { t } from '../../i18n/translate.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import styles from './FontList.module.css'
import { FontRow } from './FontRow.tsx'
import { displayName } from './matchingFonts.ts'
import { type FontSearch, type FontSearchOptions, useFontSearch } from './useFontSearch.ts'

/** Properties of `FontList`. */
export interface FontListProps extends FontSearchOptions {
  categories: readonly Category[]
  /** Loads a family's regular face; resolves with true when text can be drawn in it. */
  loadFace(family: string, signal: AbortSignal): Promise<boolean>
}

interface Category {
  value: string
  label: string
}

/** The content of the font picker: search field (a combobox), category buttons, and the filtered list. */
export function FontList({ categories, ...props }: FontListProps) {
  const search = useFontSearch(props)
  return (
    <>
      <div className={styles.head}>
        <SearchField search={search} total={props.families.length} />
        <Categories search={search} categories={categories} />
      </div>
      <Rows search={search} {...props} />
    </>
  )
}

function SearchField({ search, total }: { search: FontSearch; total: number }) {
  return (
    <div className={styles.search}>
      <Search className={styles.glass} strokeWidth={1.75} aria-hidden />
      <input
        className={styles.query}
        type="text"
        role="combobox"
        aria-label={t('Search fonts')}
        aria-expanded
        aria-controls={search.id}
        aria-autocomplete="list"
        aria-activedescendant={search.activeId}
        placeholder={t('Search {n} fonts', { n: total })}
        autoComplete="off"
        spellCheck={false}
        value={search.query}
        onChange={(event) => search.filter(event.currentTarget.value, search.category)}
        onKeyDown={search.onKeyDown}
      />
    </div>
  )
}

function Categories({ search, categories }: { search: FontSearch; categories: readonly Category[] }) {
  return (
    <fieldset className={styles.categories} aria-label={t('Kinds of fonts')}>
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

type RowsProps = Omit<FontListProps, 'categories' | 'families'> & { search: FontSearch }

function Rows({ search, value, loadFace, onPreview, onChoose, listbox }: RowsProps) {
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
        <EmptyState icon={SearchX} text={t('No font matches “{query}”', { query: search.query })} />
      )}
      <div style={{ height: shown.length * rows.height }} className={styles.all}>
        {shown.slice(rows.first, rows.last).map((family, offset) => {
          const index = rows.first + offset
          return (
            <FontRow
              key={family.name}
              id={search.optionId(index)}
              name={family.name}
              label={displayName(family)}
              top={index * rows.height}
              height={rows.height}
              position={index + 1}
              count={shown.length}
              isActive={index === search.active}
              isChosen={family.name === value}
              loadFace={loadFace}
              onPoint={() => search.activate(index)}
              onChoose={() => onChoose(family.name)}
            />
          )
        })}
      </div>
    </div>
  )
}
