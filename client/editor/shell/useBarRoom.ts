/**
 * Hides parts of a top bar that is too narrow. The labels of buttons with an icon are hidden first; such a button keeps
 * its accessible name. Then buttons are hidden, and their commands move into the menu.
 */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { listen } from '#client/kit/async/listeners.ts'
import type { BarButton, BarRank } from '../host/defineFeature.ts'

/**
 * Parts of the top bar by their attribute `data-part`, with their positions in the order of hiding. Narrow screens have
 * no tooltips for icons. There, Download loses its text before the photo's name is hidden, and before the export
 * options move into the menu. The text "Pro" is never hidden.
 */
const PARTS: readonly BarPart[] = [
  { name: 'kept-words', wide: 10 },
  { name: 'trial-days', wide: 30, narrow: 20 },
  { name: 'brand', wide: 60, narrow: 60 },
  { name: 'upload-words', wide: 70, narrow: 50 },
  { name: 'photo-name', wide: 80, narrow: 120 },
  { name: 'projects', wide: 90, narrow: 80 },
  { name: 'theme', wide: 100, narrow: 90 },
  { name: 'pro-words', wide: 110 },
  { name: 'download-words', wide: 120, narrow: 110 },
  { name: 'export', wide: 160, narrow: 130 },
  { name: 'home', wide: 170, narrow: 150 },
]

/** A part that a bar can hide. A part without a place for narrow screens is never hidden there. */
export interface BarPart extends BarRank {
  readonly name: string
}

/** Returns the parts of the bar that a button consists of: its text and the whole button. */
const partsOf = ({ command, words, button }: BarButton): BarPart[] => [
  ...(words ? [{ name: `${command}-words`, ...words }] : []),
  ...(button ? [{ name: command, ...button }] : []),
]

/** Returns the names of the parts in the order of hiding. */
function inOrder(parts: readonly BarPart[], isNarrow: boolean): string[] {
  const place = ({ wide, narrow }: BarPart) => (isNarrow ? narrow : wide)
  const hidden = parts.filter((part) => place(part) !== undefined)
  return hidden.sort((a, b) => (place(a) ?? 0) - (place(b) ?? 0)).map(({ name }) => name)
}

/**
 * Hook that fits the top bar into its width in every language by hiding its parts one after the other. `isNarrow`: a
 * phone, where every icon has its text. `buttons`: the features' buttons. Returns the names of the hidden parts. A
 * hidden part gets the attribute `data-yielded`.
 */
export function useBarRoom(
  bar: RefObject<HTMLElement | null>,
  isNarrow: boolean,
  buttons: readonly BarButton[],
): readonly string[] {
  const parts = useMemo(() => inOrder([...PARTS, ...buttons.flatMap(partsOf)], isNarrow), [buttons, isNarrow])
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
 * Hides as few parts as possible until the bar fits, and returns their number. Tries `from` first, because each attempt
 * costs a layout. Runs within one frame, so that no attempt is painted.
 */
function fitBar(bar: HTMLElement, parts: readonly string[], from: number): number {
  const elements = [...bar.querySelectorAll<HTMLElement>('[data-part]')]
  const hide = (count: number) => {
    const yielded = parts.slice(0, count)
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
