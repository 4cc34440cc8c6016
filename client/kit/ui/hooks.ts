import {
  type Context,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { listen } from '../async/listeners.ts'
import { isTyping } from '../browser/keyboard.ts'
import { isOnline } from '../browser/network.ts'
import type { Size } from '../geometry/geometry.ts'

/** Hook that returns a ref with the value of the last committed render, for listeners that outlive their render. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  })
  return ref
}

/** Hook that returns the value of a context. @throws Error outside the context's provider */
export function useRequired<T>(context: Context<T | null>): T {
  const value = use(context)
  if (value === null) throw new Error('a context is used outside of its provider')
  return value
}

/**
 * Hook that returns the value that `load` resolves with (null until then) and a function that changes this value. Loads
 * again when `load` changes. `signal` aborts when the value is no longer needed. `load` must not reject.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>) {
  const [loaded, setLoaded] = useState<{ by: unknown; value: T } | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    void load(ended.signal).then((value) => {
      if (!ended.signal.aborted) setLoaded({ by: load, value })
    })
    return () => ended.abort()
  }, [load])
  const change = (next: (value: T) => T) => setLoaded((now) => now && { ...now, value: next(now.value) })
  return [loaded?.by === load ? loaded.value : null, change] as const
}

/**
 * Hook for a button or a form that sends one request at a time. Returns whether a request is running, and the event
 * handler, which does nothing during a request. `mayBegin` may ask the user before the request. `send` and `mayBegin`
 * must not reject.
 */
export function useSubmit(send: () => Promise<unknown>, mayBegin: () => boolean | Promise<boolean> = () => true) {
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    if (isBusy || !(await mayBegin())) return
    setBusy(true)
    try {
      await send()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    void begin()
  }
  return { isBusy, submit }
}

/** The end of a drag: the user releases the pointer, or the drag is canceled. */
type DragEnd = 'onCommit' | 'onCancel'

/**
 * Hook for drags. `follow` calls `onMove` for each move of the pressed pointer until its release, and then `onEnd`.
 * Ignores other pointers, such as a second finger. Escape and unmounting cancel the drag. `isActive` returns true
 * during a drag.
 */
export function usePointerDrag() {
  const cancel = useRef<(() => void) | null>(null)
  useLayoutEffect(() => () => cancel.current?.(), [])
  return {
    isActive: () => cancel.current !== null,
    follow(
      { pointerId }: Pick<PointerEvent, 'pointerId'>,
      onMove: (event: PointerEvent) => void,
      onEnd: (how: DragEnd) => void,
    ) {
      const ofPressed = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
        if (event.pointerId === pointerId) act(event)
      }
      const end = (how: DragEnd) => {
        stop()
        cancel.current = null
        onEnd(how)
      }
      cancel.current = () => end('onCancel')
      const keydown = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation() // Escape must only cancel the drag
        end('onCancel')
      }
      const pointermove = ofPressed(onMove)
      const pointerup = ofPressed(() => end('onCommit'))
      const pointercancel = ofPressed(() => end('onCancel'))
      const stop = listen(window, { pointermove, pointerup, pointercancel, keydown }, { capture: true })
    },
  }
}

export const NARROW = '(max-width: 767px)'
/** Media query for phones whose panels are sheets below the canvas (Drawer.module.css). */
export const SHEETS = `(max-width: 559.98px), ${NARROW} and (min-height: 480px)`
/** Media query for narrow and low screens, such as phones in portrait and landscape orientation. */
export const SMALL = `${NARROW}, (max-height: 479.98px)`
/**
 * Media query for screens with the rail at the bottom (tokens.css). Such screens are narrow, or in portrait and less
 * than 1210 CSS px wide. Screens less than 1000 CSS px wide also match if they have a mouse or a height of at least 600
 * CSS px.
 */
export const RAIL_BELOW = `${NARROW}, (max-width: 1209.98px) and (orientation: portrait), (max-width: 999.98px) and (min-height: 600px), (pointer: fine) and (max-width: 999.98px)`
/**
 * Media query for windows that are wide enough for the Layers panel next to an open tool. A smaller window shows either
 * the Layers panel or the tool. Touch screens need the full width of the panel (tokens.css).
 */
export const ROOMY = '(min-width: 1464px), (pointer: fine) and (min-width: 1280px)'
export const COARSE = '(pointer: coarse)'

/** Hook that returns whether a media query matches. Rerenders the component when the result changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => listen(matchMedia(query), { change: listener }), [query])
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Maximum number of painted pixels per CSS px. More pixels would cost time without a visible difference. */
const MAX_PIXEL_RATIO = 2

/**
 * Hook that returns the number of device px per CSS px, at most 2. Rerenders the component when the number
 * changes, because the user has zoomed the page or moved the window to another screen.
 */
export function usePixelRatio(): number {
  return useSyncExternalStore(onPixelRatio, pixelRatio)
}

const pixelRatio = () => Math.min(window.devicePixelRatio || 1, MAX_PIXEL_RATIO)

/** Subscribes to changes of `devicePixelRatio`, which has no event of its own. Returns a function that unsubscribes. */
function onPixelRatio(listener: () => void): () => void {
  let stop = () => {}
  const watch = () => {
    stop()
    stop = listen(matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`), { change: watch })
    listener()
  }
  watch()
  return () => stop()
}

/**
 * Hook that returns the size of a mounted element without its border in CSS px, or null until the size is known. When
 * `cause` changes, the size is measured before the next paint.
 */
export function useSize(host: RefObject<HTMLElement | null>, cause?: unknown): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  const measure = useCallback(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = host.current ?? {}
    if (width > 0 && height > 0) setSize({ width, height })
  }, [host])
  useLayoutEffect(() => {
    if (cause !== undefined) measure()
  }, [cause, measure])
  useEffect(() => {
    if (!host.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(host.current)
    return () => observer.disconnect()
  }, [host, measure])
  return size
}

/** Hook that returns whether the device is online. Rerenders the component when the state changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

const subscribe = (listener: () => void) => listen(window, { online: listener, offline: listener })

/** True while a closing dialog returns the focus. This focus doesn't open a tooltip. */
let isReturning = false
export const isFocusReturning = (): boolean => isReturning

/**
 * Hook for dialogs without a trigger, because Radix returns the focus only to a trigger. When the dialog opens,
 * `remember` stores the focused element. `restore` handles the dialog's `onCloseAutoFocus`: it focuses that element. If
 * this is impossible, for example because the element was removed, the focus goes to the dialog below or to the canvas.
 * Without this, keyboard users would continue at the start of the page.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      opener.current ??= document.activeElement
    },
    restore(event: Event) {
      event.preventDefault()
      const dialogs = document.querySelectorAll('[role=dialog]:not([data-tour])')
      const places = [opener.current, [...dialogs].at(-1), document.querySelector('[role=application]')]
      opener.current = null
      isReturning = true
      for (const place of places) {
        // leaves the focus where it has moved in the meantime
        if (document.activeElement !== document.body) break
        if (place instanceof HTMLElement) place.focus()
      }
      isReturning = false
    },
  }
}

/** Hook that returns true while a text field has the focus. */
export function useIsTyping(): boolean {
  const [is, setIs] = useState(() => isTyping(document.activeElement))
  useEffect(() => {
    const gained = ({ target }: FocusEvent) => setIs(isTyping(target))
    const lost = ({ relatedTarget }: FocusEvent) => setIs(isTyping(relatedTarget))
    return listen(document, { focusin: gained, focusout: lost })
  }, [])
  return is
}
