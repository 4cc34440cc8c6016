import { type RefObject, useEffect } from 'react'
import { clamp } from '#client/kit/values/numbers.ts'

/** Easing factor: in each frame at 60 Hz, the value covers this fraction of the remaining distance. */
const EASE = 0.07
const FRAME_MS = 1000 / 60
/** The animation stops when the remaining distance is below this value. */
const STILL = 0.0005
/** Period of the idle animation on devices without a hovering pointer, ms. */
const SWAY_MS = 14_000

/**
 * Hook that writes the eased pointer position to the CSS variables --parallax-x and --parallax-y, −1..1 from the center
 * of `element`. If the pointer can't hover, the values oscillate instead. With reduced motion, both are 0. The
 * variables aren't inherited, so they are set on each descendant with the attribute `data-parallax`.
 */
export function useParallax(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scene = element.current
    if (!scene || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const sways = !matchMedia('(hover: hover)').matches
    const planes = scene.querySelectorAll<HTMLElement | SVGElement>('[data-parallax]')
    const aim = { x: 0, y: 0 }
    const now = { x: 0, y: 0 }
    let frame = 0
    let last = 0
    let isSeen = true

    const step = (time: number) => {
      frame = 0
      if (sways) {
        aim.x = Math.sin((time / SWAY_MS) * 2 * Math.PI) * 0.8
        aim.y = Math.cos((time / SWAY_MS) * 2 * Math.PI) * 0.3
      }
      const share = 1 - (1 - EASE) ** Math.min(6, last === 0 ? 1 : (time - last) / FRAME_MS)
      last = time
      now.x += (aim.x - now.x) * share
      now.y += (aim.y - now.y) * share
      for (const { style } of planes) {
        style.setProperty('--parallax-x', now.x.toFixed(4))
        style.setProperty('--parallax-y', now.y.toFixed(4))
      }
      const moves = sways || Math.hypot(aim.x - now.x, aim.y - now.y) > STILL
      if (moves && isSeen) wake()
      else last = 0
    }
    const wake = () => {
      frame ||= requestAnimationFrame(step)
    }
    const follow = (event: PointerEvent) => {
      const box = scene.getBoundingClientRect()
      aim.x = clamp(((event.clientX - box.left) / box.width) * 2 - 1, -1, 1)
      aim.y = clamp(((event.clientY - box.top) / box.height) * 2 - 1, -1, 1)
      wake()
    }
    const watcher = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? true
      if (isSeen && sways) wake()
    })
    watcher.observe(scene)
    if (!sways) addEventListener('pointermove', follow, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      watcher.disconnect()
      removeEventListener('pointermove', follow)
    }
  }, [element])
}
