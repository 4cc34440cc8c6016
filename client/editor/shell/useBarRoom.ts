/**
 * Hidden first are texts, whose icons keep the accessible name, then buttons, whose commands are in the menu instead.
 */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Parts of the top bar by their attribute `data-part`, in the order in which they are hidden. */
export const PARTS = [
  'kept-words',
  'tour-words',
  'long-name',
  'upload-words',
  'brand',
  'photo-name',
  'shortcuts',
  'projects',
  'theme',
  'pro-words',
  'download-words',
  'tour',
  'export',
  'home',
] as const

/**
 * The order on narrow screens, where no pointer hovers over an icon to learn its meaning: the tour goes into the menu as
 * a whole, and "Pro" stays a word.
 */
const NARROW_PARTS: readonly BarPart[] = [
  ...PARTS.filter((part) => part !== 'tour' && part !== 'pro-words').map((part) =>
    part === 'tour-words' ? 'tour' : part,
  ),
]

/** A part of the top bar that can be hidden. */
export type BarPart = (typeof PARTS)[number]

/**
 * Hook that makes the top bar fit its width in every language: hides its parts one after the other until the contents
 * fit. `isNarrow`: a phone, on which no icon stands without its word. Returns the hidden parts; those in the bar have
 * the attribute `data-yielded`.
 */
export function useBarRoom(bar: RefObject<HTMLElement | null>, isNarrow: boolean): readonly BarPart[] {
  const parts: readonly BarPart[] = isNarrow ? NARROW_PARTS : PARTS
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const measure = () => setCount(fitBar(element, parts))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // Attributes are not observed, because `fitBar` sets them.
    const contents = new MutationObserver(measure)
    contents.observe(element, { childList: true, characterData: true, subtree: true })
    document.fonts.addEventListener('loadingdone', measure)
    return () => {
      sizes.disconnect()
      contents.disconnect()
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [bar, parts])
  return parts.slice(0, count)
}

/**
 * Hides the smallest number of parts with which the bar fits, and returns it. Runs within one layout, so no frame shows
 * the attempts.
 */
function fitBar(bar: HTMLElement, parts: readonly BarPart[]): number {
  for (let count = 0; ; count++) {
    const yielded: readonly string[] = parts.slice(0, count)
    for (const part of bar.querySelectorAll<HTMLElement>('[data-part]'))
      part.toggleAttribute('data-yielded', yielded.includes(part.dataset.part ?? ''))
    if (count === parts.length || bar.scrollWidth <= bar.clientWidth) return count
  }
}
