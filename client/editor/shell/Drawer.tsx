import { type ComponentProps, type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { usePointerDrag } from '#client/kit/ui/hooks.ts'
import styles from './Drawer.module.css'

interface Props extends Pick<ComponentProps<'section'>, 'id' | 'role'> {
  title: string
  side: 'left' | 'right'
  /** The Close button. */
  close: ReactNode
  /** Called when the user drags the sheet's title down. */
  onClose(): void
  /** If true, the sheet on narrow screens is low, so that the photo has more height. */
  isLow?: boolean
  /** Content above the scrolling part. It stays when the title changes. */
  head?: ReactNode
  /** Content below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A panel next to the canvas on wide screens, and a sheet above the rail on narrow screens. Dragging the title up
 * enlarges the sheet. Dragging it down reduces the sheet to its normal height and then closes it. A sheet keeps its
 * height when its title changes, but its content begins unscrolled.
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

/** Minimum length of a drag that enlarges, reduces or closes a sheet, CSS px. */
const PULL = 40

/**
 * Hook that lets the user enlarge, reduce and close a sheet by dragging its title (Drawer.module.css). Returns the
 * props of the sheet, and the pointer handler of its title. A sheet whose content fits isn't enlarged.
 */
function useSheetDrag(onClose: () => void) {
  const [isTall, setTall] = useState<boolean>() // undefined before the first drag
  const [height, setHeight] = useState<number | null>(null)
  const drag = usePointerDrag()

  function onPointerDown({ target, currentTarget: title, button, clientY: from }: PointerEvent<HTMLElement>) {
    const [sheet, content] = [title.parentElement, title.nextElementSibling]
    if (!sheet || !content || button !== 0 || drag.isActive()) return
    if (target instanceof Element && target.closest('button')) return
    if (getComputedStyle(sheet).maxHeight === 'none') return // the panel is next to the photo
    const before = sheet.offsetHeight
    const mayBeTall = isTall || content.scrollHeight > content.clientHeight
    let pulled = 0
    drag.follow(
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
  const style = { '--height': `${height}px`, transition: 'none' } as CSSProperties // follows the finger
  return { sheet: { 'data-tall': isTall, style: height === null ? undefined : style }, onPointerDown }
}
