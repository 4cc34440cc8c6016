/** Detects keys typed into fields, and converts shortcuts to the notation of ARIA. */

/** Types of inputs that accept no text. */
const TEXTLESS = ['range', 'checkbox', 'radio', 'button', 'color']

/** Returns true when `target` is a text field, select or editable element, so that shortcuts leave its keys alone. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !TEXTLESS.includes(target.type)
}

/** `keyCode` in Safari of the key that ends a composition. Its `isComposing` is already false. */
const COMPOSING_KEY_CODE = 229

/**
 * Returns true for a key that an input method uses while it composes text. Enter, Escape and the arrow keys then choose
 * words and must do nothing else. Expects the browser's event (`nativeEvent` of React's).
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING_KEY_CODE

/** Converts a shortcut such as `Mod+Shift+Z` to the syntax of `aria-keyshortcuts` (WAI-ARIA 1.2): `Control+Shift+Z`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split(/(?<=.)\+/)
    .map((key) => NAMES[key] ?? key)
    .join('+')

/** True on devices of Apple, whose shortcuts use ⌘. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** Names of keys in `aria-keyshortcuts` that differ from our notation. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? 'Meta' : 'Control',
  Del: 'Delete',
  '+': 'Plus',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
}
