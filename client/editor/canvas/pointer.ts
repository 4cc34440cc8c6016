/** Binds an element's pointer, wheel and held-key events to the tools. One binding per canvas; `stop` removes it whole. */
import type { Point } from '../../kit/base/geometry.ts'
import { isTyping } from '../../kit/base/isTyping.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import type { Session } from '../../model/session/session.ts'
import { panned, type Viewport, zoomedAt } from '../../render/compositor/viewport.ts'
import { HELD_KEYS, keyName, type Modifiers } from './heldKeys.ts'
import type { PointerInput, PointerSample } from './tool.ts'
import type { Toolbox } from './toolbox.ts'
import { bindTrackpad } from './trackpad.ts'

interface PointerOptions {
  element: HTMLElement
  session: Session
  viewport: Viewport
  tools: Toolbox
}

/** One notch of a mouse wheel is about 100 px: a zoom of 1.2. */
const WHEEL_ZOOM = 0.0018

type Mode = 'idle' | 'tool' | 'pan' | 'pinch'

export function bindPointer({ element, session, viewport, tools }: PointerOptions): { stop(): void } {
  const held = new Set<string>()
  const fingers = new Map<number, Point>()
  let mode: Mode = 'idle'
  let last: Point = { x: 0, y: 0 }

  const at = (event: MouseEvent, box = element.getBoundingClientRect()): Point => ({
    x: event.clientX - box.left,
    y: event.clientY - box.top,
  })
  const modifiers = (event: PointerEvent): Modifiers => ({
    shift: event.shiftKey,
    alt: event.altKey,
    rotate: held.has(HELD_KEYS.rotate),
    scale: held.has(HELD_KEYS.scale),
  })

  function inputOf(event: PointerEvent): PointerInput {
    const box = element.getBoundingClientRect()
    const sample = (one: PointerEvent): PointerSample => ({
      at: at(one, box),
      // Mice say 0 between presses and browsers 0.5 while pressed; a finger that cannot tell says 0.
      pressure: one.pointerType === 'pen' ? one.pressure : 0.5,
      timeMs: one.timeStamp,
    })
    const own = sample(event)
    const earlier = event.getCoalescedEvents?.().slice(0, -1).map(sample) ?? []
    const type = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'
    return { ...own, type, keys: modifiers(event), samples: [...earlier, own] }
  }

  function down(event: PointerEvent) {
    // What lies on the canvas to be typed in has its presses for itself.
    if (event.button > 1 || !session.doc.photo || isTyping(event.target)) return
    const point = at(event)
    fingers.set(event.pointerId, point)
    element.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && fingers.size === 2) {
      mode = 'pinch'
      return pinch()
    }
    if (fingers.size > 1) return
    last = point
    if (event.button === 1 || held.has(HELD_KEYS.pan)) mode = 'pan'
    else if (tools.down(inputOf(event))) mode = 'tool'
    else mode = event.pointerType === 'touch' ? 'pan' : 'idle'
  }

  function pinch() {
    const [a, b] = [...fingers.values()]
    if (a && b) tools.pinch(a, b)
  }

  function move(event: PointerEvent) {
    const point = at(event)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, point)
    if ((mode === 'tool' || mode === 'pinch') && !tools.isGesturing) mode = 'idle' // something else has ended it
    if (mode === 'tool') tools.move(inputOf(event))
    else if (mode === 'pan') pan(point)
    else if (mode === 'pinch') pinch()
    else if (fingers.size === 0 && session.doc.photo) tools.hover(point)
    if (fingers.size === 0 || mode === 'tool')
      element.style.cursor = held.has(HELD_KEYS.pan) ? 'grab' : session.doc.photo ? tools.cursor(point) : ''
  }

  function pan(point: Point) {
    if (!session.doc.photo) return
    const by = { x: point.x - last.x, y: point.y - last.y }
    viewport.show(panned(viewport.get(), by, canvasSize(session.doc)))
    last = point
  }

  function up(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return
    tools.up()
    mode = 'idle'
  }

  function cancelled(event: PointerEvent) {
    fingers.delete(event.pointerId)
    abort()
  }

  function abort() {
    tools.cancel()
    mode = 'idle'
  }

  function wheel(event: WheelEvent) {
    if (!session.doc.photo) return
    event.preventDefault()
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
    // A Mac turns the wheel sideways itself while Shift is down.
    const sideways = { x: -(event.deltaX || event.deltaY) * notch, y: 0 }
    if (event.shiftKey) viewport.show(panned(viewport.get(), sideways, canvasSize(session.doc)))
    else zoom(at(event), Math.exp(-event.deltaY * notch * WHEEL_ZOOM))
  }

  function zoom(point: Point, factor: number) {
    const view = viewport.get()
    if (session.doc.photo) viewport.show(zoomedAt(view, point, view.zoom * factor, canvasSize(session.doc)))
  }

  function keyDown(event: KeyboardEvent) {
    if (isTyping(event.target)) return
    if (event.key === 'Escape' && mode !== 'idle') {
      event.preventDefault() // Escape ends the gesture and nothing else
      return abort()
    }
    const name = keyName(event.key)
    if (name === HELD_KEYS.pan && (event.target === document.body || element.contains(event.target as Node)))
      event.preventDefault()
    if (!event.ctrlKey && !event.metaKey && !event.altKey) held.add(name) // while ⌘ is down a Mac tells of no letter's release
  }

  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', cancelled, { signal })
  element.addEventListener('pointerleave', () => tools.hover(null), { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  bindTrackpad({ element, hasFingers: () => fingers.size > 0, zoom, signal })
  window.addEventListener('keydown', keyDown, { signal })
  window.addEventListener('keyup', (event) => held.delete(keyName(event.key)), { signal })
  window.addEventListener('blur', () => held.clear(), { signal })
  return {
    stop() {
      abort()
      controller.abort()
    },
  }
}
