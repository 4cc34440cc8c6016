import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { COARSE, SHEETS, useMedia } from '../hooks.ts'
import { Popover } from '../overlays/Popover.tsx'
import { FontList, type FontListProps } from './FontList.tsx'
import styles from './FontPicker.module.css'
import { displayName } from './useFontSearch.ts'

export interface FontPickerProps extends Pick<FontListProps, 'families' | 'categories' | 'loadFace' | 'value'> {
  label: string
  /** Called with the family that the user chooses by Enter or a click. */
  onChange(family: string): void
  /** Called with the family under the pointer, or the family that the arrow keys activate. Null stops the preview. */
  onPreview(family: string | null): void
  onToggle?: ((isOpen: boolean) => void) | undefined
  foot?: ReactNode
}

/**
 * A button that opens a searchable list of fonts with a live preview. Each font is drawn in its own face. Escape closes
 * the list and stops the preview. A tap on a touch screen chooses a font and leaves the list open for the next font.
 */
export function FontPicker({ label, value, onChange, onPreview, onToggle, foot, ...list }: FontPickerProps) {
  const { loadFace, families } = list
  const chosen = families.find(({ name }) => name === value)
  const shown = chosen ? displayName(chosen) : value
  const [isOpen, setOpen] = useState(false)
  const isSheet = useMedia(SHEETS)
  const listbox = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const abort = new AbortController()
    void loadFace(value, abort.signal) // once the face is loaded, the button shows the family's name in this face
    return () => abort.abort()
  }, [value, loadFace])

  function choose(family: string) {
    onChange(family)
    setOpen(false)
    onToggle?.(false)
  }

  function toggle(next: boolean) {
    setOpen(next)
    onToggle?.(next)
    if (!next) onPreview(null)
  }

  return (
    <Popover
      isOpen={isOpen}
      onToggle={toggle}
      label={label}
      className={cx(styles.popover, isSheet && styles.sheet)}
      isAtBottom={isSheet}
      onOpenAutoFocus={(event) => {
        if (!matchMedia(COARSE).matches) return
        event.preventDefault() // focusing the search field would open the on-screen keyboard over the list
        listbox.current?.focus()
      }}
      trigger={
        <button type="button" className={styles.trigger} aria-label={`${label}: ${shown}`}>
          <span className={styles.value} style={{ fontFamily: `"${value}", var(--font)` }}>
            {shown}
          </span>
          <ChevronsUpDown className={styles.chevrons} aria-hidden />
        </button>
      }
    >
      <FontList
        {...list}
        listbox={listbox}
        value={value}
        onPreview={onPreview}
        onChoose={choose}
        onPress={(family) => (matchMedia(COARSE).matches ? onChange : choose)(family)}
        onClose={() => toggle(false)}
      />
      {foot}
    </Popover>
  )
}
