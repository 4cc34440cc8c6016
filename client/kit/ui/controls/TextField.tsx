import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './TextField.module.css'

interface Common {
  label: string
  /** The validation error, shown below the field and announced by screen readers. */
  error?: string | null | undefined
  hint?: ReactNode
  hasHiddenLabel?: boolean | undefined
}

/** A one-line text field with a label and, below it, a validation error or a hint. */
export function TextField({ label, error, hint, hasHiddenLabel, ...input }: Common & ComponentProps<'input'>) {
  const { id, attributes, labeled } = useLabeled({ label, error, hint, hasHiddenLabel })
  return labeled(<input type="text" {...input} id={id} className={cx(styles.input, input.className)} {...attributes} />)
}

/** A text field with several lines. Its height grows with the text up to a maximum. */
export function TextArea({ label, error, hint, hasHiddenLabel, ...input }: Common & ComponentProps<'textarea'>) {
  const { id, attributes, labeled } = useLabeled({ label, error, hint, hasHiddenLabel })
  return labeled(
    <div className={styles.grown} data-text={input.value}>
      <textarea
        rows={1}
        dir="auto"
        {...input}
        id={id}
        className={cx(styles.input, styles.area, input.className)}
        {...attributes}
      />
    </div>,
  )
}

/**
 * Returns the control's id and ARIA attributes, and `labeled`, which wraps the control with its label and error or
 * hint.
 */
function useLabeled({ label, error, hint, hasHiddenLabel }: Common) {
  const id = useId()
  const note = `${id}-note`
  return {
    id,
    attributes: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || hint ? note : undefined,
    },
    labeled: (control: ReactNode) => (
      <div className={styles.field}>
        <label htmlFor={id} className={cx(styles.label, hasHiddenLabel && 'unseen')}>
          {label}
        </label>
        {control}
        <Note id={note} error={error} hint={hint} />
      </div>
    ),
  }
}

function Note({ id, error, hint }: { id: string; error: string | null | undefined; hint: ReactNode }) {
  if (error)
    return (
      <p id={id} className={styles.error} role="alert">
        {error}
      </p>
    )
  return hint ? (
    <p id={id} className={styles.hint}>
      {hint}
    </p>
  ) : null
}
