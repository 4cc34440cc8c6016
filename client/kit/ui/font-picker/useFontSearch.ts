import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { isComposing, rowAfterKey } from '../../browser/keyboard.ts'
import { search } from '../../i18n/search.ts'

/** Options of the search. `family` parameters are CSS family names. */
export interface FontSearchOptions {
  /** CSS name of the chosen family. */
  value: string
  families: readonly FontChoice[]
  /** Called with the family of the active row, for a preview. Null stops the preview and shows `value`. */
  onPreview(family: string | null): void
  onChoose(family: string): void
  /** The scrolling element that contains the rows. */
  listbox: RefObject<HTMLDivElement | null>
}

export type FontSearch = ReturnType<typeof useFontSearch>

/**
 * Hook for a combobox over fonts: the query, the category, the matching families and the active row (ARIA Authoring
 * Practices, "Combobox"). Arrow and page keys move the active row and preview its family. A new query or category ends
 * the preview. Enter chooses the family of the active row.
 */
export function useFontSearch({ value, families, onPreview, onChoose, listbox }: FontSearchOptions) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const shown = matchingFonts(families, query, category)
  const [active, setActive] = useState(() => Math.max(0, indexOf(shown, value)))
  const rows = useVirtualRows({ list: listbox, count: shown.length, center: active, content: `${category}/${query}` })
  const optionId = (index: number) => `${id}-${index}`

  function filter(nextQuery: string, nextCategory: string | null) {
    setQuery(nextQuery)
    setCategory(nextCategory)
    const next = matchingFonts(families, nextQuery, nextCategory)
    setActive(nextQuery === '' ? Math.max(0, indexOf(next, value)) : 0)
    onPreview(null)
  }

  function activate(index: number) {
    const family = shown[index]
    if (!family) return
    setActive(index)
    onPreview(family.name)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return // Enter confirms the text of an input method (IME)
    const row = rowAfterKey(event.key, active, shown.length, rows.perPage)
    const family = shown[active]
    if (row !== null && family) {
      rows.reveal(row)
      activate(row)
    } else if (event.key === 'Enter' && family) onChoose(family.name)
    else if (row === null) return
    event.preventDefault()
  }

  const activeId = shown.length > 0 ? optionId(active) : undefined
  return { id, query, category, shown, active, activeId, rows, optionId, filter, activate, onKeyDown }
}

const indexOf = (families: readonly FontChoice[], name: string) => families.findIndex((f) => f.name === name)

interface Options {
  list: RefObject<HTMLElement | null>
  count: number
  /** Index of the row that is centered at first and after each change of `content`. */
  center: number
  content: string
}

const ROW_PX = 36
const COARSE_ROW_PX = 46
/** Number of rows rendered beyond each edge of the visible area, so that fast scrolling doesn't show any gaps. */
const SPARE_ROWS = 3
/** Padding of the list above and below its rows, in CSS px. */
const PADDING_PX = 8

/**
 * Hook for a long list of rows with equal heights (CSS px). Returns the range of rows to render, `first` (inclusive) to
 * `last` (exclusive), and functions that scroll.
 */
function useVirtualRows({ list, count, center, content }: Options) {
  const [height] = useState(() => (matchMedia('(pointer: coarse)').matches ? COARSE_ROW_PX : ROW_PX))
  const [view, setView] = useState({ top: 0, height: height * 12 })
  const measure = () => {
    const element = list.current
    if (element) setView({ top: element.scrollTop, height: element.clientHeight })
  }

  /** Scrolls by the smallest distance that makes the row completely visible. */
  function reveal(index: number) {
    const element = list.current
    if (!element) return
    const top = index * height
    const room = element.clientHeight - height
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + room) element.scrollTop = top - room + PADDING_PX
    measure()
  }

  const centered = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || centered.current === content) return
    centered.current = content
    element.scrollTop = center * height - (element.clientHeight - height) / 2
    measure()
  })

  return {
    height,
    perPage: Math.max(1, Math.floor(view.height / height) - 1),
    first: Math.max(0, Math.floor(view.top / height) - SPARE_ROWS),
    last: Math.min(count, Math.ceil((view.top + view.height) / height) + SPARE_ROWS),
    reveal,
    onScroll: measure,
  }
}

/** A font in the picker's list. `name` is its CSS family name. */
export interface FontChoice {
  name: string
  /** The displayed name if it differs from the CSS family name. */
  label?: string
  category: string
  /** Names of the scripts other than Latin that the font contains. */
  scripts?: readonly string[]
  /** Whether the font is one of the first in the list. A line separates these fonts from the others. */
  isRecommended?: boolean
}

export const displayName = ({ name, label = name }: FontChoice): string => label

/**
 * Returns the families of a category (null = all) whose displayed names and scripts match the query, the best match
 * first.
 */
export function matchingFonts<F extends FontChoice>(
  families: readonly F[],
  query: string,
  category: string | null,
): F[] {
  const offered = families.filter((family) => category === null || family.category === category)
  const items = offered.map((family) => ({
    family,
    texts: [displayName(family), ...(family.scripts ?? [])],
    isEnabled: true,
  }))
  return search(items, query).map(({ family }) => family)
}
