/** A shortcut such as `Mod+Shift+Z` as the attribute aria-keyshortcuts wants it (ARIA 1.2): `Control+Shift+Z`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split(/(?<=.)\+/)
    .map((key) => NAMES[key] ?? key)
    .join('+')

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** Keys whose name in KeyboardEvent.key is another one, and those that the attribute cannot write as they are. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? 'Meta' : 'Control',
  Del: 'Delete',
  '+': 'Plus',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
}
