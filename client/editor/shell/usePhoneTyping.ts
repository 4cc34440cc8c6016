import { type RefObject, useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { IDENTITY, transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { contains } from '#client/kit/geometry/rect.ts'
import { useMedia } from '#client/kit/ui/hooks.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { kinds } from '#client/layers/registry.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { fitView, type Shown, type View } from '#client/render/compositor/viewport.ts'
import { uprightBox } from '#client/render/kind.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { groupOf } from '../tools/group.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Media query for phones in both orientations. An on-screen keyboard covers more than half of their height. */
const PHONE = '(pointer: coarse) and (max-width: 767px), (pointer: coarse) and (max-height: 500px)'

/** The place where the user edits a text layer on a phone: on the canvas, in the panel, or nowhere (null). */
export type PhoneTyping = 'canvas' | 'panel' | null

/**
 * Hook that returns where the user edits a text layer on a phone: on the canvas, in the panel, or nowhere (null). Null
 * if there is no on-screen keyboard, for example with a hardware keyboard, because the layout then has enough space.
 * While the user edits text, bars and most of the panel are hidden, so that the photo has the space
 * above the on-screen keyboard. The view shows the selected text.
 */
export function usePhoneTyping(screen: RefObject<HTMLElement | null>, workspace: Workspace): PhoneTyping {
  const isPhone = useMedia(PHONE)
  const [focused, setFocused] = useState<PhoneTyping>(null)
  const typing = useOnScreenKeyboard() ? focused : null
  useEffect(() => {
    const element = screen.current
    if (!element || !isPhone) return
    return watchTyping(element, setFocused)
  }, [screen, isPhone])
  useShowSelected(workspace, typing)
  useEffect(() => {
    if (typing !== 'panel') return
    // scrolls to the focused field, because the panel may have replaced the field that the user has pressed
    const show = () => document.activeElement?.scrollIntoView({ block: 'center' })
    show()
    const resized = new ResizeObserver(show) // the keyboard opens only after the field has got the focus
    if (screen.current) resized.observe(screen.current)
    return stopAll([listen(document, { focusin: show }), () => resized.disconnect()])
  }, [screen, typing])
  return typing
}

/** Maximum height above an on-screen keyboard, as a fraction of the height without the keyboard. */
const ABOVE_KEYBOARD = 0.75

/**
 * Returns a function that returns true if an on-screen keyboard covers a part of the page, for the size of the visual
 * viewport in CSS px. It compares the height with the largest height of the same width. At first, this is the previous
 * width, because a rotated phone is as high as it was wide.
 */
export function createKeyboardDetector(): (seen: Size) => boolean {
  const tallest = new Map<number, number>()
  let lastWidth = 0
  return ({ width, height }) => {
    const most = Math.max(height, tallest.get(width) ?? lastWidth)
    tallest.set(width, most)
    lastWidth = width
    return height < ABOVE_KEYBOARD * most
  }
}

/** Hook that returns true while an on-screen keyboard covers a part of the page. */
function useOnScreenKeyboard(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const isCovered = createKeyboardDetector()
    const look = () => {
      // while the user has zoomed the page, the viewport shows a smaller part of the page
      const [width, height] = [seen.width * seen.scale, seen.height * seen.scale]
      setOpen(isCovered({ width: Math.round(width), height }))
    }
    look()
    return listen(seen, { resize: look })
  }, [])
  return isOpen
}

/**
 * Detects where inside `element` the user edits a text layer. Calls `onChange` with the place, now and after each
 * change. Returns a function that stops this and calls `onChange` with null.
 */
function watchTyping(element: HTMLElement, onChange: (typing: PhoneTyping) => void): () => void {
  // A press moves the focus before the click. Between press and click, the layout must not change, because the pressed
  // element would move away from the finger.
  let isPressed = false
  const update = (target: EventTarget | null) => {
    if (!isPressed) onChange(placeOf(target))
  }
  const updateToFocused = () => update(element.contains(document.activeElement) ? document.activeElement : null)
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  const release = () => {
    setTimeout(() => {
      isPressed = false
      if (!ended.signal.aborted) updateToFocused()
    }) // the timeout runs after the click event
  }
  const press = () => {
    isPressed = true
  }
  // on touch screens, mousedown and mouseup are fired only when the finger is lifted
  window.addEventListener('mousedown', press, options)
  window.addEventListener('mouseup', release, options)
  window.addEventListener('dragend', release, options)
  element.addEventListener('focusin', ({ target }) => update(target), options)
  element.addEventListener('focusout', ({ relatedTarget }) => update(relatedTarget), options)
  updateToFocused()
  return () => {
    ended.abort()
    onChange(null)
  }
}

/** Returns where the edited text area is: on the canvas (inside the application region), or in the panel. */
function placeOf(target: EventTarget | null): PhoneTyping {
  if (!(target instanceof HTMLTextAreaElement)) return null
  return target.closest('[role=application]') ? 'canvas' : 'panel'
}

/**
 * Hook that shows the selected layer above the keyboard while the user types (`typingView`). If the text leaves the
 * visible area, the view is moved again at the same zoom. Afterwards, the previous view is restored.
 */
function useShowSelected({ session, viewport }: Workspace, typing: PhoneTyping) {
  useEffect(() => {
    if (!typing) return
    const before = { view: viewport.get(), isFitted: viewport.isFitted }
    const show = (isGrown = false) => {
      const placed = groupOf(snapshotOf(session), kinds, session.ui.selection)?.placed
      const { canvas } = viewport.get()
      if (!placed || !session.doc.photo) return
      viewport.isFitted = false
      const { turn, fitted } = previewFrame(session)
      const box = transformedBounds(turn ?? IDENTITY, uprightBox(placed))
      const room = { ...canvas, height: Math.max(1, canvas.height - (typing === 'canvas' ? BAR : 0)) }
      const shown = viewport.get()
      if (isGrown && isInView(box, { ...shown, canvas: room })) return
      const zoom = isGrown ? shown.zoom : typingZoom(box, room, fitted, before.view.zoom)
      viewport.set({ ...typingView(box, room, fitted, zoom), canvas })
    }
    show()
    const stop = stopAll([viewport.onResize(() => show()), subscribe(session.doc, () => show(true))])
    return () => {
      stop()
      const { canvas } = viewport.get()
      viewport.isFitted = before.isFitted
      viewport.set({ ...before.view, canvas })
    }
  }, [session, viewport, typing])
}

/** Returns true if the whole box (px of the turned canvas) is visible. */
const isInView = (box: Rect, { origin, zoom, canvas }: View): boolean =>
  contains({ ...origin, width: canvas.width / zoom, height: canvas.height / zoom }, box)

/** Height of the bar above the keyboard (TypingBar.tsx), in CSS px. It covers the canvas. */
const BAR = 52
/** Maximum enlargement of a small image. */
const MOST = 1.75

/**
 * Returns the view for typing, with the text in the middle of `room`. If the image is narrower than `room`, it is
 * centered horizontally. Otherwise no empty space is visible next to it. `box`: the text's box, px of the turned
 * canvas. `room`: visible part of the canvas in CSS px. `shown`: visible image, px of the turned canvas. `zoom`: see
 * `typingZoom`.
 */
export function typingView(box: Rect, room: Size, shown: Shown, zoom: number): View {
  const [width, height] = [room.width / zoom, room.height / zoom]
  const { x: left = 0 } = shown
  const middle = box.x + (box.width - width) / 2
  const x = width < shown.width ? clamp(middle, left, left + shown.width - width) : left + (shown.width - width) / 2
  return { zoom, canvas: room, origin: { x, y: box.y + (box.height - height) / 2 } }
}

/**
 * Returns the zoom for typing. The image is enlarged to the width of `room`, at most by the factor `MOST`, as long as
 * the whole text fits. The zoom is never below the zoom that fits the image. `before`: current zoom, CSS px per px of
 * the turned canvas. For the other parameters, see `typingView`.
 */
export function typingZoom(box: Rect, room: Size, shown: Shown, before: number): number {
  const filling = clamp(room.width / shown.width, before, MOST * before)
  const whole = Math.min(room.width / Math.max(1, box.width), room.height / Math.max(1, box.height))
  return Math.max(Math.min(filling, whole), fitView(room, shown).zoom)
}

/**
 * Hook that sets the CSS variables `--visible` and `--visible-top` to the height and top (px) of the visual viewport.
 * Needed because an on-screen keyboard covers a part of the page and Safari on phones also moves the page up. While the
 * user has zoomed the page, the variables don't change.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    // the values (px) that the stylesheet assumes before this hook sets the variables
    let shown = { height: Math.round(window.innerHeight), top: 0 }
    const tell = () => {
      // while the user has zoomed the page, the layout doesn't change
      if (seen.scale !== 1) return
      // both values are read before a variable is written, which saves a second layout
      const [height, top] = [Math.round(seen.height), Math.round(seen.offsetTop)]
      if (height === shown.height && top === shown.top) return
      shown = { height, top }
      element.current?.style.setProperty('--visible', `${height}px`)
      element.current?.style.setProperty('--visible-top', `${top}px`)
    }
    tell()
    return listen(seen, { resize: tell, scroll: tell })
  }, [element])
}
