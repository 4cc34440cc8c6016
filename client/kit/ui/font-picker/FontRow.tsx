import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import styles from './FontRow.module.css'

interface Props {
  id: string
  name: string
  label: string
  /** Distance from the top of the list, CSS px. `height` likewise. */
  top: number
  height: number
  position: number
  count: number
  isActive: boolean
  isChosen: boolean
  loadFace(family: string, signal: AbortSignal): Promise<boolean>
  onPoint(): void
  onChoose(): void
}

/** How long a row must be visible before its font is downloaded, ms, so that fast scrolling downloads nothing. */
const SETTLE_MS = 90

/** A row of the font list: the font's name, drawn in its own face once the face is loaded. */
export function FontRow({
  id,
  name,
  label,
  top,
  height,
  position,
  count,
  isActive,
  isChosen,
  loadFace,
  onPoint,
  onChoose,
}: Props) {
  const [hasFace, setHasFace] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void loadFace(name, abort.signal).then((loaded) => {
        if (!abort.signal.aborted) setHasFace(loaded)
      })
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [name, loadFace])

  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={count}
      className={cx(styles.row, isActive && styles.active)}
      style={{ top, height }}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') onPoint()
      }}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose()
      }}
    >
      <span
        className={cx(styles.name, hasFace && styles.drawn)}
        style={hasFace ? { fontFamily: `"${name}", var(--font)` } : undefined}
      >
        {label}
      </span>
      {isChosen && <Check className={styles.check} aria-hidden />}
    </div>
  )
}
