/** Converts a shortcut such as `Mod+Shift+Z` to the syntax of `aria-keyshortcuts` (WAI-ARIA 1.2): `Control+Shift+Z`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split(/(?<=.)\+/)
    .map((key) => NAMES[key] ?? key)
    .join('+')

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** Keys of our notation whose name in `aria-keyshortcuts` differs. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? 'Meta' : 'Control',
  Del: 'Delete',
  '+': 'Plus',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
}
