import { ariaKeys } from '../../../kit/base/keyboard.ts'
import { Kbd } from '../../../kit/ui/controls/Kbd.tsx'
import { cx } from '../../../kit/ui/cx.ts'
import styles from './CommandPalette.module.css'
import type { Entry } from './entries.ts'

interface Props {
  id: string
  entry: Entry
  /** The row that Enter runs. */
  isActive: boolean
  onPoint(): void
  onChoose(): void
}

/** A row of the palette: icon, name, shortcut, and the reason when the command is disabled. */
export function CommandRow({ id, entry, isActive, onPoint, onChoose }: Props) {
  const { command, name, reason } = entry
  const { icon: Glyph, isDanger } = command
  const [keys] = command.keys
  return (
    <div
      id={id}
      role="option"
      className={cx(styles.row, isActive && styles.active, isDanger && styles.danger)}
      aria-label={name}
      aria-description={reason ?? undefined}
      aria-selected={isActive}
      aria-disabled={reason !== null || undefined}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      tabIndex={-1}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()} // keeps the focus in the search field
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose()
      }}
    >
      <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {reason && <span className={styles.reason}>{reason}</span>}
      </span>
      {keys && <Kbd keys={keys} />}
    </div>
  )
}
