import { commitFocusedField, isTyping } from '#client/kit/browser/keyboard.ts'
import { distance, type Point } from '#client/kit/geometry/geometry.ts'
import type { Session } from '#client/model/session/session.ts'
import { panBy, type Viewport, zoomAt } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { GesturePointers } from './gesturePointers.ts'
import { HELD_KEYS, keyName, type Modifiers } from './heldKeys.ts'
import type { PointerInput, PointerSample } from './tool.ts'
import type { Toolbox } from './toolbox.ts'
import { bindTrackpad, wheelAction } from './trackpad.ts'

/** If a finger moves farther than this distance in CSS px, a tap becomes a drag. */
const SLOP = 8

interface PointerOptions {
  element: HTMLElement
  session: Session
  viewport: Viewport
  tools: Toolbox
}

/**
 * Passes an element's pointer, wheel and keyboard events to the tools. Also pans and zooms the view. Each canvas has
 * one PointerBinding.
 */
export class PointerBinding {
  private readonly options: PointerOptions
  private readonly heldKeys = new Set<string>()
  private readonly pointers = new GesturePointers()
  private readonly listening = new AbortController()
  private mode: 'idle' | 'tool' | 'tap' | 'pan' | 'pinch' = 'idle'
  private lastPan: Point = { x: 0, y: 0 }

  constructor(options: PointerOptions) {
    this.options = options
    const { element } = options
    const { signal } = this.listening
    element.addEventListener('pointerdown', (event) => this.down(event), { signal })
    element.addEventListener('pointermove', (event) => this.move(event), { signal })
    element.addEventListener('pointerup', (event) => this.up(event), { signal })
    element.addEventListener('pointercancel', (event) => this.pointerCanceled(event), { signal })
    element.addEventListener('pointerleave', () => this.leave(), { signal })
    element.addEventListener('contextmenu', (event) => this.contextMenu(event as PointerEvent), { signal })
    element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false })
    bindTrackpad({ element, hasFingers: () => this.pointers.arePressed, zoom: (at, by) => this.zoom(at, by), signal })
    window.addEventListener('keydown', (event) => this.keyDown(event), { signal })
    window.addEventListener('keyup', (event) => this.heldKeys.delete(keyName(event)), { signal })
    window.addEventListener('blur', () => this.heldKeys.clear(), { signal })
  }

  /** Cancels the running gesture and removes all listeners. */
  stop() {
    this.cancelGesture()
    this.listening.abort()
  }

  private get hasPhoto() {
    return this.options.session.doc.photo !== null
  }

  private place(event: MouseEvent): Point {
    return placeIn(this.options.element, event)
  }

  private input(event: PointerEvent) {
    const { heldKeys } = this
    const keys: Modifiers = {
      shift: event.shiftKey,
      alt: event.altKey,
      rotate: heldKeys.has(HELD_KEYS.rotate),
      scale: heldKeys.has(HELD_KEYS.scale),
    }
    return pointerInput(this.options.element, event, keys)
  }

  private down(event: PointerEvent) {
    // a text field on the canvas handles its own pointer events
    if (event.button > 1 || !this.hasPhoto || isTyping(event.target)) return
    const { element, tools } = this.options
    const at = this.place(event)
    const part = this.pointers.press(event, at)
    if (part === 'ignored') return event.stopPropagation() // prevents the page from starting a long press
    commitFocusedField() // the tool may close the panel with the field
    element.setPointerCapture(event.pointerId)
    if (part === 'joins') {
      this.mode = 'pinch'
      return this.pinch()
    }
    if (part === 'takes') this.cancelGesture()
    this.lastPan = at
    if (event.button === 1 || this.heldKeys.has(HELD_KEYS.pan)) this.mode = 'pan'
    else if (tools.down(this.input(event))) this.mode = 'tool'
    else this.mode = event.pointerType === 'touch' ? 'tap' : 'idle'
  }

  private move(event: PointerEvent) {
    const { element, tools } = this.options
    const at = this.place(event)
    const { haveOwners } = this.pointers
    if (haveOwners ? !this.pointers.owns(event) : this.pointers.ignores(event)) return
    this.pointers.move(event, at)
    // undo, another tab or a resized canvas may have ended the gesture
    if ((this.mode === 'tool' || this.mode === 'pinch') && !tools.isGesturing) this.mode = 'idle'
    if (this.mode === 'tap' && distance(at, this.lastPan) > SLOP) this.startPan(at)
    if (this.mode === 'tool') tools.move(this.input(event))
    else if (this.mode === 'pan') this.pan(at)
    else if (this.mode === 'pinch') this.pinch()
    else if (!haveOwners && this.hasPhoto) tools.hover(at, event.altKey)
    if (!haveOwners || this.mode === 'tool')
      element.style.cursor = this.heldKeys.has(HELD_KEYS.pan) ? 'grab' : this.hasPhoto ? tools.cursor(at) : ''
  }

  private up(event: PointerEvent) {
    if (!this.pointers.lift(event)) return
    this.options.tools.up()
    if (this.mode === 'tap') this.options.tools.tap()
    this.mode = 'idle'
  }

  private pointerCanceled(event: PointerEvent) {
    if (this.pointers.lift(event)) this.cancelGesture()
  }

  private leave() {
    if (!this.pointers.haveOwners) this.options.tools.hover(null)
  }

  /** Prevents a context menu when an ignored pointer, such as the resting hand, causes a long press. */
  private contextMenu(event: PointerEvent) {
    if (!this.pointers.ignores(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  private cancelGesture() {
    this.options.tools.cancel()
    this.mode = 'idle'
  }

  private pinch() {
    const [a, b] = this.pointers.positions
    if (a && b) this.options.tools.pinch(a, b)
  }

  /** Starts panning with a finger. Does nothing if the view is fitted, because the whole image is visible. */
  private startPan(at: Point) {
    this.mode = this.options.viewport.isFitted ? 'idle' : 'pan'
    this.lastPan = at
  }

  private pan(at: Point) {
    this.panBy({ x: at.x - this.lastPan.x, y: at.y - this.lastPan.y })
    this.lastPan = at
  }

  private panBy(by: Point) {
    const { session, viewport } = this.options
    if (this.hasPhoto) viewport.show(panBy(viewport.get(), by, previewFrame(session).fitted))
  }

  private zoom(at: Point, factor: number) {
    const { session, viewport } = this.options
    const view = viewport.get()
    if (this.hasPhoto) viewport.show(zoomAt(view, at, view.zoom * factor, previewFrame(session).fitted))
  }

  private wheel(event: WheelEvent) {
    if (!this.hasPhoto) return
    event.preventDefault()
    const action = wheelAction(event)
    if (action.type === 'pan') this.panBy(action.by)
    else this.zoom(this.place(event), action.factor)
  }

  private keyDown(event: KeyboardEvent) {
    if (isTyping(event.target)) return
    if (event.key === 'Escape' && this.mode !== 'idle') {
      event.preventDefault() // prevents the page from handling this Escape too
      return this.cancelGesture()
    }
    const name = keyName(event)
    const isOnCanvas = event.target === document.body || this.options.element.contains(event.target as Node)
    if (name === HELD_KEYS.pan && isOnCanvas) event.preventDefault()
    // on macOS, releasing a letter while ⌘ is held doesn't fire keyup, so such letters aren't tracked
    if (!event.ctrlKey && !event.metaKey && !event.altKey) this.heldKeys.add(name)
  }
}

/** Returns the position of an event in CSS px from the element's top left corner. */
function placeIn(element: Element, event: MouseEvent, box = element.getBoundingClientRect()): Point {
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

/**
 * Converts a pointer event to the tools' input. `samples` contains all positions since the last event
 * (`getCoalescedEvents`), oldest first.
 */
function pointerInput(element: Element, event: PointerEvent, keys: Modifiers): PointerInput {
  const box = element.getBoundingClientRect()
  const sample = (one: PointerEvent): PointerSample => ({
    at: placeIn(element, one, box),
    // Only a pen measures pressure. A mouse reports 0 or 0.5, and a touch screen without a pressure sensor reports 0.
    pressure: one.pointerType === 'pen' ? one.pressure : 0.5,
    timeMs: one.timeStamp,
  })
  const own = sample(event)
  const earlier = event.getCoalescedEvents?.().slice(0, -1).map(sample) ?? []
  const type = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'
  return { ...own, type, keys, samples: [...earlier, own] }
}
