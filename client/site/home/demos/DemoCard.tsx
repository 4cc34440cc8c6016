import { type ReactNode, useId } from 'react'
import { Range } from '../../../kit/ui/controls/Range.tsx'
import styles from './Demo.module.css'

interface Props {
  title: string
  text: string
  /** The slider: whole numbers `min`..`max`. `unit` follows the value in what a screen reader says. */
  control: { label: string; value: number; min: number; max: number; unit: string; onChange(value: number): void }
  children: ReactNode
}

/**
 * A demo of the home page, as an item of a list: a picture (`children`), one slider and a text. The caller holds the value
 * and paints the picture by it.
 */
export function DemoCard({ title, text, control, children }: Props) {
  const id = useId()
  const { label, value, min, max, unit, onChange } = control
  const ignore = () => undefined // a demo has no undo, so the start and end of a drag do not matter
  return (
    <li className={styles.card}>
      <div className={styles.picture}>{children}</div>
      <div className={styles.control}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <Range
          labelledBy={id}
          value={value}
          min={min}
          max={max}
          step={1}
          valueText={`${value} ${unit}`}
          onStart={ignore}
          onChange={onChange}
          onCommit={ignore}
          onCancel={ignore}
          onSet={onChange}
        />
        <output className={styles.value}>
          {value} {unit}
        </output>
      </div>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
