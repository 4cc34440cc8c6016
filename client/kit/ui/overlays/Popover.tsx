import { Popover as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './Popover.module.css'

interface Props {
  trigger: ReactElement
  isOpen: boolean
  onToggle(isOpen: boolean): void
  label: string
  className?: string | undefined
  /** Called before the first control gets the focus. After `preventDefault`, the caller must move the focus. */
  onOpenAutoFocus?: ComponentProps<typeof Radix.Content>['onOpenAutoFocus']
  children: ReactNode
}

export function Popover({ trigger, isOpen, onToggle, label, className, children, ...rest }: Props) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onToggle}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...rest}
          className={cx(styles.popover, className)}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
