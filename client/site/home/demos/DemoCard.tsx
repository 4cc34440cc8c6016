import { type ReactNode, useId } from 'react'
import { Range } from '#client/kit/ui/controls/Range.tsx'
import styles from './Demo.module.css'

interface Props {
  title: string
  text: string
  /** The slider, for whole numbers from `min` to `max`. Screen readers read `unit` after the value. */
  control: { label: string; value: number; min: number; max: number; unit: string; onChange(value: number): void }
  children: ReactNode
}

/**
 * A demo of the home page as a list item: an image (`children`), a slider and a text. The caller stores the value and
 * paints the image.
 */
export function DemoCard({ title, text, control, children }: Props) {
  const id = useId()
  const { label, value, min, max, unit, onChange } = control
  const ignore = () => undefined // demos have no undo, so they ignore start and end of a drag
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
