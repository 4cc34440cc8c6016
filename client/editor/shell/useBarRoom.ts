/**
 * Hides parts of a top bar that is too narrow. First, names of buttons with icons are hidden; these buttons still have
 * their accessible name. Then buttons are hidden, and the menu contains their commands instead.
 */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { listen } from '#client/kit/async/listeners.ts'
import type { BarRank, TopBarButton } from '../host/defineFeature.ts'

/**
 * Parts of the top bar by their attribute `data-part`, with their positions in the order of hiding. On narrow screens,
 * where icons have no tooltips, these parts are hidden last: Download's text, the Pro button during a trial, the
 * photo's name, the export options (which move to the menu) and the link to the home page, in this order. The text
 * "Pro" is hidden only with its button.
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
  { name: 'trial-badge', wide: 125, narrow: 115 },
  { name: 'export', wide: 160, narrow: 130 },
  { name: 'home', wide: 170, narrow: 150 },
]

/** A part that the bar can hide. A part without a rank for narrow screens is never hidden on narrow screens. */
export interface BarPart extends BarRank {
  readonly name: string
}

/** Returns the parts that a button consists of: its name and the button itself. */
const partsOf = ({ command, words, button }: TopBarButton): BarPart[] => [
  ...(words ? [{ name: `${command}-words`, ...words }] : []),
  ...(button ? [{ name: command, ...button }] : []),
]

/** Returns the names of the parts, sorted by when they are hidden. */
function inOrder(parts: readonly BarPart[], isNarrow: boolean): string[] {
  const place = ({ wide, narrow }: BarPart) => (isNarrow ? narrow : wide)
  const hidden = parts.filter((part) => place(part) !== undefined)
  return hidden.sort((a, b) => (place(a) ?? 0) - (place(b) ?? 0)).map(({ name }) => name)
}

/**
 * Hook that fits the top bar to its width in every language by hiding parts one after another. Hidden parts have the
 * attribute `data-yielded`. `isNarrow`: true on narrow screens, where parts are hidden in a different order. `buttons`:
 * the features' buttons. Returns the names of the hidden parts.
 */
export function useBarRoom(
  bar: RefObject<HTMLElement | null>,
  isNarrow: boolean,
  buttons: readonly TopBarButton[],
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
    // the observer also calls `measure` after the first layout, before the browser paints the bar
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // attributes aren't observed, because `fitBar` sets them
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
 * Hides as few parts as needed to fit the bar, and returns their number. Starts with `from`, the previous number,
 * because it usually still fits and each attempt costs a layout. Attempts are never painted, because they all run in
 * one frame.
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
