/** Binds an element's pointer, wheel and held-key events to the tools. One binding per canvas; `stop` removes it whole. */
import type { Point } from '../base/geometry.ts'
import { panned, type Viewport, zoomedAt } from '../compositor/viewport.ts'
import type { Session } from '../session/session.ts'
import { type Pinch, startPinch } from './pinch.ts'
import type { PointerKeys, SelectTool } from './select.ts'
import type { TransformTable } from './targets.ts'

interface PointerOptions {
  element: HTMLElement
  session: Session
  viewport: Viewport
  kinds: TransformTable
  tool: SelectTool
}

/** One notch of a mouse wheel is about 100 px: a zoom of 1.2. */
const WHEEL_ZOOM = 0.0018

type Mode = 'idle' | 'tool' | 'pan' | 'pinch'

export function bindPointer({ element, session, viewport, kinds, tool }: PointerOptions): { stop(): void } {
  const held = new Set<string>()
  const fingers = new Map<number, Point>()
  let mode: Mode = 'idle'
  let pinch: Pinch | null = null
  let last: Point = { x: 0, y: 0 }

  const at = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const keys = (event: MouseEvent | KeyboardEvent): PointerKeys => ({
    shift: event.shiftKey,
    alt: event.altKey,
    rotate: held.has('r'),
    scale: held.has('s'),
  })

  function down(event: PointerEvent) {
    if (event.button > 1 || !session.doc.photo) return
    const point = at(event)
    fingers.set(event.pointerId, point)
    element.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && fingers.size === 2) return startPinching()
    if (fingers.size > 1) return
    last = point
    if (event.button === 1 || held.has(' ')) mode = 'pan'
    else if (tool.down(point, event.pointerType !== 'mouse', keys(event))) mode = 'tool'
    else mode = event.pointerType === 'touch' ? 'pan' : 'idle'
  }

  function startPinching() {
    if (mode === 'tool') tool.cancel()
    const [a, b] = [...fingers.values()]
    if (!a || !b) return
    mode = 'pinch'
    pinch = startPinch(session, viewport, kinds, a, b)
  }

  function move(event: PointerEvent) {
    const point = at(event)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, point)
    if (mode === 'tool') tool.move(point, keys(event))
    else if (mode === 'pan') pan(point)
    else if (mode === 'pinch') {
      const [a, b] = [...fingers.values()]
      if (a && b) pinch?.move(a, b)
    }
    if (fingers.size === 0 || mode === 'tool')
      element.style.cursor = held.has(' ') ? 'grab' : session.doc.photo ? tool.cursor(point) : ''
  }

  function pan(point: Point) {
    const photo = session.doc.photo
    if (!photo) return
    viewport.isFitted = false
    viewport.set(panned(viewport.get(), { x: point.x - last.x, y: point.y - last.y }, photo))
    last = point
  }

  function up(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return
    if (mode === 'tool') tool.up()
    else if (mode === 'pinch') pinch?.end()
    pinch = null
    mode = 'idle'
  }

  function cancelled(event: PointerEvent) {
    fingers.delete(event.pointerId)
    abort()
  }

  function abort() {
    if (mode === 'tool') tool.cancel()
    if (mode === 'pinch') pinch?.cancel()
    pinch = null
    mode = 'idle'
  }

  function wheel(event: WheelEvent) {
    const photo = session.doc.photo
    if (!photo) return
    event.preventDefault()
    viewport.isFitted = false
    const view = viewport.get()
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
    if (event.shiftKey) viewport.set(panned(view, { x: -event.deltaY * notch, y: 0 }, photo))
    else viewport.set(zoomedAt(view, at(event), view.zoom * Math.exp(-event.deltaY * notch * WHEEL_ZOOM), photo))
  }

  function keyDown(event: KeyboardEvent) {
    if (isTyping(event.target)) return
    if (event.key === 'Escape' && mode !== 'idle') {
      event.preventDefault() // Escape ends the gesture and nothing else
      return abort()
    }
    if (event.key === ' ' && (event.target === document.body || element.contains(event.target as Node)))
      event.preventDefault()
    held.add(event.key.toLowerCase())
  }
  const keyUp = (event: KeyboardEvent) => held.delete(event.key.toLowerCase())
  const blurred = () => held.clear()

  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', cancelled, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  window.addEventListener('keydown', keyDown, { signal })
  window.addEventListener('keyup', keyUp, { signal })
  window.addEventListener('blur', blurred, { signal })
  return {
    stop() {
      abort()
      controller.abort()
    },
  }
}

/** True while keys belong to a text field, so that no shortcut steals them. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type)
}
