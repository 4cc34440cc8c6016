import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ariaKeys } from '../../browser/keyboard.ts'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlays/Tooltip.tsx'
import styles from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, which is also the tooltip's text if `hint` is absent. */
  label: string
  hint?: string | undefined
  icon: LucideIcon
  look?: 'ghost' | 'soft' | 'outline'
  size?: 'small' | 'medium'
  /** If set, the button is a toggle (`aria-pressed`). */
  isPressed?: boolean
  shortcut?: string | undefined
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({
  label,
  hint = label,
  icon: Glyph,
  look = 'ghost',
  size = 'medium',
  isPressed,
  shortcut,
  tooltipSide,
  className,
  ...rest
}: Props) {
  return (
    <Tooltip text={hint} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isPressed}
        aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
        {...rest}
        className={cx(styles.button, styles[look], styles[size], className)}
      >
        <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}
