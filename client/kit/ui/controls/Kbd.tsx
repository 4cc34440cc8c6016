import { isMac } from '../../browser/keyboard.ts'
import { t } from '../../i18n/translate.ts'
import styles from './Kbd.module.css'

/** Shows a shortcut such as `Mod+Shift+Z` as keys. Mod is ⌘ on a Mac and Ctrl on other systems. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className={styles.keys}>
      {keys.split(/(?<=.)\+/).map((key) => (
        <span key={key} className={styles.key}>
          {face(key)}
        </span>
      ))}
    </kbd>
  )
}

function face(key: string): string {
  if (key === 'Mod') return isMac ? '⌘' : t('Ctrl')
  if (key === 'Shift' && isMac) return '⇧'
  if (key === 'Alt' && isMac) return '⌥'
  const words = WORDS[key]
  return words === undefined ? (ARROWS[key] ?? key) : t(words)
}

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

/** English labels of keys by KeyboardEvent.key, as printed on keyboards. The labels are translated when shown. */
const WORDS: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Shift: 'Shift',
  Space: 'Space',
  Enter: 'Enter',
}
