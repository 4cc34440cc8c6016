/**
 * Functions for keyboard input: detecting text entry, moving through lists, and writing shortcuts in ARIA's notation.
 */

/** Types of input elements that don't accept text. */
const TEXTLESS = ['range', 'checkbox', 'radio', 'button', 'color']

/** Returns true for a text field, a select or an editable element. Shortcuts must ignore keys in these elements. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !TEXTLESS.includes(target.type)
}

/**
 * Removes the focus from a one-line text field, so that the field commits the typed text. Must be called in a handler of
 * pointer down that changes something. Browsers move the focus after pointer down, when the field may no longer exist.
 * A field without uncommitted text (`data-committed`) keeps the focus. Otherwise Android would hide its keyboard, which
 * resizes the canvas and ends the gesture.
 */
export function commitFocusedField(): void {
  const field = globalThis.document?.activeElement ?? null
  if (isTyping(field) && field instanceof HTMLInputElement && !('committed' in field.dataset)) field.blur()
}

/**
 * The `keyCode` of the key press that ends a composition in Safari. For this key press, Safari already reports
 * `isComposing` as false.
 */
const COMPOSING_KEY_CODE = 229

/**
 * Returns true for a key that an input method uses to compose text. During composition, Enter, Escape and the arrow
 * keys choose suggestions and must not have another effect. Expects the browser's event (React's `nativeEvent`).
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING_KEY_CODE

/**
 * Handler for Escape in a dialog or popover. Keeps it open if the key only cancels a composition, or if the focused
 * field handles Escape itself (`data-own-escape`).
 */
export function leaveEscapeToField(event: KeyboardEvent): void {
  const isOwn = event.target instanceof Element && event.target.matches('[data-own-escape]')
  if (isOwn || isComposing(event)) event.preventDefault()
}

/**
 * Returns the new active row after a key press in row `active` of `count`. Returns null if the key doesn't change the
 * row. `page`: rows per page key. `wraps`: arrow keys continue at the other end, and Home and End go to the ends.
 */
export function rowAfterKey(key: string, active: number, count: number, page: number, wraps = false): number | null {
  const last = count - 1
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: active < last ? active + 1 : wraps ? 0 : last,
    ArrowUp: active > 0 ? active - 1 : wraps ? last : 0,
    PageDown: Math.min(active + page, last),
    PageUp: Math.max(active - page, 0),
    ...(wraps && { Home: 0, End: last }),
  }
  return rows[key] ?? null
}

/** Converts a shortcut such as `Mod+Shift+Z` to the syntax of `aria-keyshortcuts` (WAI-ARIA 1.2): `Control+Shift+Z`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split(/(?<=.)\+/)
    .map((key) => NAMES[key] ?? key)
    .join('+')

/** True on Apple devices, where shortcuts use ⌘. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** Names of keys in `aria-keyshortcuts` that differ from the names in our shortcuts. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? 'Meta' : 'Control',
  Del: 'Delete',
  '+': 'Plus',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
}
