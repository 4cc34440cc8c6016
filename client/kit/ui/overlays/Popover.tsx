import { Popover as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { leaveEscapeToField } from '../../browser/keyboard.ts'
import { cx } from '../cx.ts'
import styles from './Popover.module.css'

interface Props {
  trigger: ReactElement
  isOpen: boolean
  onToggle(isOpen: boolean): void
  label: string
  className?: string | undefined
  /** If true, the popover is at the bottom of the screen (above an on-screen keyboard), not next to its trigger. */
  isAtBottom?: boolean
  /** Called before the first control gets the focus. After `preventDefault`, the caller must move the focus. */
  onOpenAutoFocus?: ComponentProps<typeof Radix.Content>['onOpenAutoFocus']
  children: ReactNode
}

const BOTTOM = {
  current: {
    getBoundingClientRect: () => {
      const { offsetTop = 0, height = innerHeight } = visualViewport ?? {}
      return new DOMRect(0, offsetTop + height, innerWidth, 0)
    },
  },
}

export function Popover({ trigger, isOpen, onToggle, label, className, isAtBottom, children, ...rest }: Props) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onToggle}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {isAtBottom && <Radix.Anchor virtualRef={BOTTOM} />}
      <Radix.Portal>
        <Radix.Content
          {...rest}
          className={cx(styles.popover, className)}
          align="start"
          side={isAtBottom ? 'top' : 'bottom'}
          sideOffset={isAtBottom ? 0 : 6}
          collisionPadding={isAtBottom ? 0 : 8}
          aria-label={label}
          onEscapeKeyDown={leaveEscapeToField}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
