import { type RefObject, useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { IDENTITY, transformedBounds } from '../../kit/base/affine.ts'
import type { Rect, Size } from '../../kit/base/geometry.ts'
import { onFontLoaded } from '../../kit/fonts/load.ts'
import { useMedia } from '../../kit/ui/hooks.ts'
import { kinds } from '../../layers/registry.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { fitView, type Shown, type View } from '../../render/compositor/viewport.ts'
import { uprightBox } from '../../render/kind.ts'
import { previewFrame } from '../../render/previewFrame.ts'
import { groupOf } from '../canvas/group.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Phones, upright or sideways: an on-screen keyboard leaves them less than half of their height. */
const PHONE = '(pointer: coarse) and (max-width: 767px), (pointer: coarse) and (max-height: 500px)'

/** Where a text is being edited on a phone: on the canvas, in the panel, or nowhere (null). */
export type PhoneTyping = 'canvas' | 'panel' | null

/**
 * Hook that returns where a text is being edited on a phone, so that bars and most of the panel make room for the photo
 * above the on-screen keyboard. It also zooms the view to the selected text.
 */
export function usePhoneTyping(screen: RefObject<HTMLElement | null>, workspace: Workspace): PhoneTyping {
  const isPhone = useMedia(PHONE)
  const [typing, setTyping] = useState<PhoneTyping>(null)
  useEffect(() => {
    const element = screen.current
    if (!element || !isPhone) return
    return watchTyping(element, setTyping)
  }, [screen, isPhone])
  useZoomToSelected(workspace, typing !== null)
  useEffect(() => {
    if (typing !== 'panel') return
    // The field that has the focus now: the panel may have replaced the one that was pressed.
    const show = () => document.activeElement?.scrollIntoView({ block: 'center' })
    show()
    const resized = new ResizeObserver(show) // the keyboard opens after the focus has come
    if (screen.current) resized.observe(screen.current)
    document.addEventListener('focusin', show)
    return () => {
      resized.disconnect()
      document.removeEventListener('focusin', show)
    }
  }, [screen, typing])
  return typing
}

/**
 * Tells `onChange` where inside `element` a text is being edited, now and whenever that changes, and null at the end. Returns
 * a function that ends it.
 */
function watchTyping(element: HTMLElement, onChange: (typing: PhoneTyping) => void): () => void {
  // A press moves the focus before it is a click. What was pressed must not move away under the finger until then.
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
    }) // after the click
  }
  const press = () => {
    isPressed = true
  }
  window.addEventListener('mousedown', press, options) // a finger that is lifted presses and releases the mouse, too
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

/** Texts are edited in text areas; the one on the canvas lies in the canvas' application region. */
function placeOf(target: EventTarget | null): PhoneTyping {
  if (!(target instanceof HTMLTextAreaElement)) return null
  return target.closest('[role=application]') ? 'canvas' : 'panel'
}

/** Shows the selected layer as large as the canvas allows while `isOn`, and restores the view afterwards. */
function useZoomToSelected({ session, viewport }: Workspace, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const before = { view: viewport.get(), isFitted: viewport.isFitted }
    const show = () => {
      const placed = groupOf(snapshotOf(session), kinds, session.ui.selection)?.placed
      const { canvas } = viewport.get()
      if (!placed || !session.doc.photo) return
      viewport.isFitted = false
      const { turn, fitted } = previewFrame(session)
      const box = transformedBounds(turn ?? IDENTITY, uprightBox(placed))
      viewport.set(viewOfBox(box, canvas, fitted, before.view.zoom))
    }
    show()
    let { width, height } = viewport.get().canvas
    const onView = () => {
      const { canvas } = viewport.get()
      if (canvas.width === width && canvas.height === height) return
      width = canvas.width
      height = canvas.height
      show()
    }
    // A font that arrives changes the size of the text.
    const stops = [viewport.subscribe(onView), subscribe(session.doc, show), onFontLoaded(show)]
    return () => {
      for (const stop of stops) stop()
      const { canvas } = viewport.get()
      viewport.isFitted = before.isFitted
      viewport.set({ ...before.view, canvas })
    }
  }, [session, viewport, isOn])
}

/** Share of the canvas that the box may take; the rest shows its surroundings. */
const SHARE = 0.8
/** Maximum magnification relative to the current zoom. */
const MOST = 4

/**
 * Returns the view in which `box` (plane px) is centred and as large as the canvas (CSS px) allows. A box larger than the
 * picture does not make the picture smaller than when it is fitted. `zoom` is the current one; `shown`: plane px.
 */
export function viewOfBox(box: Rect, canvas: Size, shown: Shown, zoom: number): View {
  const fitting = SHARE * Math.min(canvas.width / Math.max(1, box.width), canvas.height / Math.max(1, box.height))
  const next = Math.max(Math.min(fitting, MOST * zoom), fitView(canvas, shown).zoom)
  return {
    zoom: next,
    canvas,
    origin: {
      x: box.x + box.width / 2 - canvas.width / 2 / next,
      y: box.y + box.height / 2 - canvas.height / 2 / next,
    },
  }
}

/**
 * Hook that keeps the CSS variables `--visible` and `--visible-top` at the height and the top of the visual viewport.
 * An on-screen keyboard covers a part of the page, and Safari on phones then moves the page upwards.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    let shown = { height: Math.round(window.innerHeight), top: 0 } // by the styles alone
    const tell = () => {
      // A page that the user has zoomed keeps its layout.
      if (seen.scale !== 1) return
      const [height, top] = [Math.round(seen.height), Math.round(seen.offsetTop)] // read before the first is written
      if (height === shown.height && top === shown.top) return
      shown = { height, top }
      element.current?.style.setProperty('--visible', `${height}px`)
      element.current?.style.setProperty('--visible-top', `${top}px`)
    }
    tell()
    const listening = new AbortController()
    for (const event of ['resize', 'scroll']) seen.addEventListener(event, tell, listening)
    return () => listening.abort()
  }, [element])
}
