import type { MouseEvent, PointerEvent } from 'react'
import { t } from '../../i18n/translate.ts'
import { cx } from '../cx.ts'
import styles from './ControlLabel.module.css'

interface Props {
  id: string
  /** The id of the field that it names. */
  htmlFor: string
  text: string
  isChanged: boolean
  isDisabled?: boolean | undefined
  onReset?: (() => void) | undefined
  /** Given when the label can be dragged to change the value. */
  scrub?: { onPointerDown(event: PointerEvent<HTMLElement>): void; onClick(event: MouseEvent): void }
}

/** A control's name. Its double-click and drag are short cuts for what the control's own keys do as well. */
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
