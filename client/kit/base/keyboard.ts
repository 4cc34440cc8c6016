/** Detects keys typed into fields, and converts shortcuts to the notation of ARIA. */

/** Types of input elements that accept no text. */
const TEXTLESS = ['range', 'checkbox', 'radio', 'button', 'color']

/** Returns true for a text field, a select or an editable element, in which shortcuts must ignore keys. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !TEXTLESS.includes(target.type)
}

/**
 * The `keyCode` of the key that ends a composition in Safari. For this key, Safari already reports `isComposing` as
 * false.
 */
const COMPOSING_KEY_CODE = 229

/**
 * Returns true for a key that an input method uses to compose text. Enter, Escape and the arrow keys then choose words
 * and must not have another effect. Expects the browser's event (React's `nativeEvent`).
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING_KEY_CODE

/** Converts a shortcut such as `Mod+Shift+Z` to the syntax of `aria-keyshortcuts` (WAI-ARIA 1.2): `Control+Shift+Z`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split(/(?<=.)\+/)
    .map((key) => NAMES[key] ?? key)
    .join('+')

/** True on Apple devices, whose shortcuts use ⌘. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** Names of keys in `aria-keyshortcuts` that differ from the names in our shortcuts. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? 'Meta' : 'Control',
  Del: 'Delete',
  '+': 'Plus',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
}
