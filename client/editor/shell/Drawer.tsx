import { type ComponentProps, type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { usePointerDrag } from '#client/kit/ui/hooks.ts'
import styles from './Drawer.module.css'

interface Props extends Pick<ComponentProps<'section'>, 'id' | 'role'> {
  title: string
  side: 'left' | 'right'
  /** The Close button. */
  close: ReactNode
  /** Called when the user closes the sheet by dragging its title down. */
  onClose(): void
  /** If true, the sheet is low on narrow screens, which leaves more space for the photo. */
  isLow?: boolean
  /** Content above the scrolling part. It isn't remounted when the title changes. */
  head?: ReactNode
  /** Content below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A panel next to the canvas on wide screens, and a sheet above the rail on narrow screens. Dragging the title up makes
 * the sheet taller. Dragging it down first restores the normal height, then closes the sheet. When the title changes,
 * the sheet's height doesn't change, and its content is scrolled to the top.
 */
export function Drawer({ title, side, close, onClose, isLow, head, foot, children, ...section }: Props) {
  const { sheet, onPointerDown } = useSheetDrag(onClose)
  return (
    <section
      {...section}
      {...sheet}
      data-low={isLow || undefined}
      className={`${styles.drawer} ${styles[side]}`}
      aria-label={title}
    >
      <div className={styles.head} onPointerDown={onPointerDown}>
        <h2 className={styles.title}>{title}</h2>
        {close}
      </div>
      {head}
      <div key={title} className={styles.body}>
        {children}
      </div>
      {foot}
    </section>
  )
}

/** Minimum distance of a drag that changes or closes a sheet, in CSS px. */
const PULL = 40

/**
 * Hook that lets the user resize and close a sheet by dragging its title (Drawer.module.css). Returns the props of the
 * sheet, and the pointer handler of the title. If the whole content is visible, the sheet doesn't get taller.
 */
function useSheetDrag(onClose: () => void) {
  const [isTall, setTall] = useState<boolean>() // undefined until the first drag
  const [height, setHeight] = useState<number | null>(null)
  const drag = usePointerDrag()

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { target, currentTarget: title, button, clientY: from, pointerId } = event
    const [sheet, content] = [title.parentElement, title.nextElementSibling]
    if (!sheet || !content || button !== 0 || drag.isActive()) return
    if (target instanceof Element && target.closest('button')) return
    // without a maximum height, this is a panel next to the photo and not a sheet
    if (getComputedStyle(sheet).maxHeight === 'none') return
    const before = sheet.offsetHeight
    const mayBeTall = isTall || content.scrollHeight > content.clientHeight
    let pulled = 0
    drag.follow(
      { pointerId },
      ({ clientY }) => {
        pulled = from - clientY
        setHeight(Math.max(0, before + pulled))
      },
      (how) => {
        setHeight(null)
        const isFar = how === 'onCommit' && Math.abs(pulled) >= PULL
        setTall(isFar ? pulled > 0 && mayBeTall : (isTall ?? false))
        if (isFar && pulled < 0 && !isTall) onClose()
      },
    )
  }
  // the sheet follows the finger without delay
  const style = { '--height': `${height}px`, transition: 'none' } as CSSProperties
  return { sheet: { 'data-tall': isTall, style: height === null ? undefined : style }, onPointerDown }
}
