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

/** A part of the top bar that can be hidden. */
export type BarPart = (typeof PARTS)[number]

/**
 * Hook that makes the top bar fit its width in every language: hides its parts one after the other until the contents
 * fit. Returns the hidden parts; those in the bar have the attribute `data-yielded`.
 */
export function useBarRoom(bar: RefObject<HTMLElement | null>): readonly BarPart[] {
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const measure = () => setCount(fitBar(element))
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
  }, [bar])
  return PARTS.slice(0, count)
}

/**
 * Hides the smallest number of parts with which the bar fits, and returns it. Runs within one layout, so no frame shows
 * the attempts.
 */
function fitBar(bar: HTMLElement): number {
  for (let count = 0; ; count++) {
    for (const part of bar.querySelectorAll<HTMLElement>('[data-part]'))
      part.toggleAttribute('data-yielded', PARTS.indexOf(part.dataset.part as BarPart) < count)
    if (count === PARTS.length || bar.scrollWidth <= bar.clientWidth) return count
  }
}
