import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Kbd } from '../controls/Kbd.tsx'
import { isFocusReturning } from '../hooks.ts'
import styles from './Tooltip.module.css'

interface Props {
  /** Null = no tooltip. */
  text: ReactNode
  shortcut?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  children: ReactElement
}

/**
 * A tooltip for the element that is hovered or focused, unless a closing dialog returned the focus. If `text` is null,
 * no tooltip appears. Requires a TooltipProvider around the app.
 */
export function Tooltip({ text, shortcut, side = 'bottom', children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (text === null && isOpen) setOpen(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => setOpen(next && text !== null && !isFocusReturning())}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut && <Kbd keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const DELAY_MS = 500

/** Sets the delay of all tooltips. After one tooltip was shown, its neighbors open without delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={DELAY_MS}>
    {children}
  </Radix.Provider>
)
