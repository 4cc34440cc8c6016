import type { MouseEvent, PointerEvent } from 'react'
import { t } from '../../i18n/translate.ts'
import { cx } from '../cx.ts'
import styles from './ControlLabel.module.css'

interface Props {
  id: string
  /** The id of the labeled field. */
  htmlFor: string
  text: string
  isChanged: boolean
  isDisabled?: boolean | undefined
  onReset?: (() => void) | undefined
  /** Pointer handlers of `useScrub`, if a drag on the label changes the value. */
  scrub?: { onPointerDown(event: PointerEvent<HTMLElement>): void; onClick(event: MouseEvent): void }
}

/**
 * The label of a control. A double-click calls `onReset`. With `scrub`, a drag changes the value. Keys on the control
 * have the same effects for users without a pointer.
 */
export function ControlLabel({ id, text, isChanged, isDisabled, onReset, scrub, htmlFor }: Props) {
  return (
    <label
      id={id}
      htmlFor={htmlFor}
      className={cx(styles.label, isChanged && styles.changed, scrub && styles.drags, isDisabled && styles.off)}
      title={onReset && isChanged ? t('Double-click to reset') : undefined}
      onDoubleClick={onReset}
      {...scrub}
    >
      {text}
    </label>
  )
}
