import type { ComponentProps, ReactNode } from 'react'
import { ariaKeys } from '#client/kit/browser/keyboard.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import styles from './BarButton.module.css'

interface Props extends Omit<ComponentProps<typeof Button>, 'size' | 'aria-label'> {
  /** The accessible name, which is also the tooltip unless `hint` is set. */
  label: string
  /** The tooltip, if it differs from the name. */
  hint?: string
  shortcut?: string | undefined
  /** The visible text next to the icon. A narrow canvas shows only the icon, so the icon must be well known. */
  words: ReactNode
  /** If true, a narrow canvas also shows the text. */
  isNamed?: boolean
  /** The value of a number field. A narrow canvas also shows this value. */
  number?: ReactNode
}

/** A button of the canvas bar with an icon, text and a tooltip. */
export const BarButton = ({ label, hint = label, shortcut, words, isNamed, number, children, ...rest }: Props) => (
  <Tooltip text={hint} shortcut={shortcut} side="top">
    <Button
      look="ghost"
      size="small"
      className={isNamed ? styles.named : undefined}
      aria-label={label}
      aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
      {...rest}
    >
      {children}
      {words && <span className={styles.words}>{words}</span>}
      {number}
    </Button>
  </Tooltip>
)
