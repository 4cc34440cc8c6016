/**
 * Hides parts of a top bar that is too narrow. The labels of buttons with an icon are hidden first; such a button keeps
 * its accessible name. Then buttons are hidden, and their commands move into the menu.
 */
import { type RefObject, useLayoutEffect, useState } from 'react'
import { listen } from '#client/kit/base/listeners.ts'

/** Parts of the top bar by their attribute `data-part`, in the order in which they are hidden. */
const PARTS = [
  'kept-words',
  'tour-words',
  'trial-days',
  'motion-words',
  'shortcuts',
  'brand',
  'upload-words',
  'photo-name',
  'projects',
  'theme',
  'pro-words',
  'download-words',
  'tour',
  'crop-words',
  'motion',
  'export',
  'home',
] as const

/**
 * The order on narrow screens, which have no tooltips for icons. The tour's whole button moves into the menu, not only
 * its text. Download loses its text before the photo's name is hidden, and before the export options move into the menu.
 * The text "Pro" is never hidden.
 */
const NARROW_PARTS: readonly BarPart[] = [
  'motion-words',
  'trial-days',
  'kept-words',
  'tour',
  'upload-words',
  'brand',
  'shortcuts',
  'projects',
  'theme',
  'motion',
  'download-words',
  'photo-name',
  'export',
  'crop-words',
  'home',
]

export type BarPart = (typeof PARTS)[number]

/**
 * Hook that fits the top bar into its width in every language by hiding its parts one after the other. `isNarrow`: a
 * phone, on which every icon keeps its text. Returns the hidden parts. A hidden part gets the attribute `data-yielded`.
 */
export function useBarRoom(bar: RefObject<HTMLElement | null>, isNarrow: boolean): readonly BarPart[] {
  const parts: readonly BarPart[] = isNarrow ? NARROW_PARTS : PARTS
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    let fitting = 0
    const measure = () => {
      fitting = fitBar(element, parts, fitting)
      setCount(fitting)
    }
    // The observer also calls `measure` after the first layout, before the browser paints the bar.
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // Attributes are not observed, because `fitBar` sets them.
    const contents = new MutationObserver(measure)
    contents.observe(element, { childList: true, characterData: true, subtree: true })
    const stop = listen(document.fonts, { loadingdone: measure })
    return () => {
      sizes.disconnect()
      contents.disconnect()
      stop()
    }
  }, [bar, parts])
  return parts.slice(0, count)
}

/**
 * Hides the smallest number of parts with which the bar fits, and returns that number. Tries `from` first, because each
 * attempt costs a layout. Runs within one frame, so that no attempt is painted.
 */
function fitBar(bar: HTMLElement, parts: readonly BarPart[], from: number): number {
  const elements = [...bar.querySelectorAll<HTMLElement>('[data-part]')]
  const hide = (count: number) => {
    const yielded: readonly string[] = parts.slice(0, count)
    for (const part of elements) part.toggleAttribute('data-yielded', yielded.includes(part.dataset.part ?? ''))
  }
  const fits = (count: number) => {
    hide(count)
    return bar.scrollWidth <= bar.clientWidth
  }
  let count = Math.min(from, parts.length)
  while (count < parts.length && !fits(count)) count++
  if (count > from) return count
  while (count > 0 && fits(count - 1)) count--
  hide(count)
  return count
}
