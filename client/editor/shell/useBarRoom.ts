/**
 * Makes the top bar fit: by measured room, whatever the language, its parts give way one after the other. Words vanish
 * first, and their icon keeps the name; then buttons vanish, whose commands stand in the menu instead.
 */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Parts of the bar, by their attribute `data-part`, in the order in which they give way. */
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

export type BarPart = (typeof PARTS)[number]

/** The parts that have given way just now. Those of them that are in the bar carry the attribute `data-yielded`. */
export function useBarRoom(bar: RefObject<HTMLElement | null>): readonly BarPart[] {
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const measure = () => setCount(fitBar(element))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // Attributes are left out: fitting sets them.
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

/** Lets as few parts give way as the bar's width demands; answers how many. Needs a layout, so no frame shows the tries. */
function fitBar(bar: HTMLElement): number {
  for (let count = 0; ; count++) {
    for (const part of bar.querySelectorAll<HTMLElement>('[data-part]'))
      part.toggleAttribute('data-yielded', PARTS.indexOf(part.dataset.part as BarPart) < count)
    if (count === PARTS.length || bar.scrollWidth <= bar.clientWidth) return count
  }
}
