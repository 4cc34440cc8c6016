import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Options {
  list: RefObject<HTMLElement | null>
  count: number
  /** Index of the row that is scrolled to the middle at first and whenever `content` changes. */
  centre: number
  content: string
}

const ROW_PX = 36
const COARSE_ROW_PX = 46
/** Rows rendered beyond each edge of the visible area, so that none is missing while scrolling. */
const SPARE_ROWS = 3
/** Padding of the list above and below its rows, CSS px. */
const PADDING_PX = 8

/**
 * Hook for a long list of rows with equal heights (CSS px): returns the range of rows to render, `first` (inclusive) to
 * `last` (exclusive), and functions to scroll.
 */
export function useVirtualRows({ list, count, centre, content }: Options) {
  const [height] = useState(() => (matchMedia('(pointer: coarse)').matches ? COARSE_ROW_PX : ROW_PX))
  const [view, setView] = useState({ top: 0, height: height * 12 })
  const measure = () => {
    const element = list.current
    if (element) setView({ top: element.scrollTop, height: element.clientHeight })
  }

  /** Scrolls by the smallest distance that shows the row. */
  function reveal(index: number) {
    const element = list.current
    if (!element) return
    const top = index * height
    const room = element.clientHeight - height
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + room) element.scrollTop = top - room + PADDING_PX
    measure()
  }

  const centred = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || centred.current === content) return
    centred.current = content
    element.scrollTop = centre * height - (element.clientHeight - height) / 2
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
