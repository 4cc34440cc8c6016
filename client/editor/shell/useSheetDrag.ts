import { type CSSProperties, type PointerEvent, useState } from 'react'
import { usePointerDrag } from '#client/kit/ui/hooks.ts'

/** Minimum length of a drag that enlarges, reduces or closes a sheet, CSS px. */
const PULL = 40

/**
 * Hook that lets the user enlarge, reduce and close a sheet by dragging its title (Drawer.module.css). Returns the props
 * of the sheet, and the pointer handler of its title. A sheet whose content fits isn't enlarged.
 */
export function useSheetDrag(onClose: () => void) {
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
