import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/Progress.tsx'
import styles from './Button.module.css'

interface Face {
  look?: 'primary' | 'outline' | 'soft' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large'
  icon?: LucideIcon
  /** If true, the button is as wide as its container. */
  isWide?: boolean
  children?: ReactNode
}

type ButtonProps = Face & { isBusy?: boolean } & Omit<ComponentProps<'button'>, 'children'>

/** A button with an optional icon. `isBusy` replaces the icon with a spinner and sets `aria-busy`. */
export function Button({ look, size, icon, isWide, isBusy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      {...rest}
      className={cx(buttonClass({ look, size, isWide }), className)}
    >
      {isBusy ? <Spinner label={null} /> : <Icon of={icon} />}
      {children}
    </button>
  )
}

type LinkProps = Omit<Face, 'isWide'> & Omit<ComponentProps<'a'>, 'children'>

/** A link that looks like a `Button`, for actions that navigate. */
export function LinkButton({ look, size, icon, className, children, ...rest }: LinkProps) {
  return (
    <a {...rest} className={cx(buttonClass({ look, size }), className)}>
      <Icon of={icon} />
      {children}
    </a>
  )
}

const Icon = ({ of: Glyph }: { of: LucideIcon | undefined }) =>
  Glyph ? <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden /> : null

const buttonClass = ({ look = 'soft', size = 'medium', isWide }: { [K in keyof Face]?: Face[K] | undefined }) =>
  cx(styles.button, styles[look], styles[size], isWide && styles.wide)
