import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { clampTo } from '../controls/values.ts'
import { type FontChoice, matchingFonts } from './matchingFonts.ts'
import { useVirtualRows } from './useVirtualRows.ts'

/** What the search works with. Families are named by their CSS family name. */
export interface FontSearchOptions {
  /** The family that is chosen at present. */
  value: string
  families: readonly FontChoice[]
  /** The family of the active row is to be shown; null = end the preview and show `value`. */
  onPreview(family: string | null): void
  onChoose(family: string): void
  /** The scrolling element with the rows. */
  listbox: RefObject<HTMLDivElement | null>
}

/** The state of the font picker's search, and its handlers. */
export type FontSearch = ReturnType<typeof useFontSearch>

/**
 * Hook with the state of a combobox over fonts: the query, the category, the families that match and the active row
 * (ARIA Authoring Practices, "Combobox"). Arrow and page keys move the active row and preview its family; a new query or
 * category ends the preview; Enter chooses.
 */
export function useFontSearch({ value, families, onPreview, onChoose, listbox }: FontSearchOptions) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const shown = matchingFonts(families, query, category)
  const [active, setActive] = useState(() => Math.max(0, indexOf(shown, value)))
  const rows = useVirtualRows({ list: listbox, count: shown.length, centre: active, content: `${category}/${query}` })
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
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: rows.perPage, PageUp: -rows.perPage }
    const step = steps[event.key]
    const family = shown[active]
    if (step !== undefined && family) {
      const next = clampTo(active + step, 0, shown.length - 1)
      rows.reveal(next)
      activate(next)
    } else if (event.key === 'Enter' && family) onChoose(family.name)
    else if (step === undefined) return
    event.preventDefault()
  }

  const activeId = shown.length > 0 ? optionId(active) : undefined
  return { id, query, category, shown, active, activeId, rows, optionId, filter, activate, onKeyDown }
}

const indexOf = (families: readonly FontChoice[], name: string) => families.findIndex((f) => f.name === name)
