import { useEffect, useRef } from 'react'
import type { Listeners } from '../../kit/base/listeners.ts'
import styles from './PictureFade.module.css'

const FADE_MS = 260

interface PictureFadeProps {
  /** Tells just before the picture changes for the better by itself. */
  onChange: Listeners['subscribe']
  /** Tells that the picture moves: what it looked like lies in the wrong place then. */
  onMove: Listeners['subscribe']
  /** The picture as it is drawn in this very task; null where there is none. */
  picture(): { width: number; height: number } | null
}

/** What the picture looked like before fades from it. It is in nobody's way, and not there for who wants no motion. */
export function PictureFade({ onChange, onMove, picture }: PictureFadeProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let fading: Animation | null = null
    const end = () => {
      fading?.cancel()
      fading = null
      if (canvas.current) canvas.current.hidden = true
    }
    const stops = [
      onMove(end),
      onChange(() => {
        end()
        const element = canvas.current
        const now = matchMedia('(prefers-reduced-motion: reduce)').matches ? null : picture()
        if (!element || !now) return
        Object.assign(element, { width: now.width, height: now.height })
        element.getContext('2d')?.drawImage(now as HTMLCanvasElement, 0, 0) // Pixi types its canvas by its size alone
        element.hidden = false
        fading = element.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: 'ease-out' })
        fading.onfinish = end
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      fading?.cancel()
    }
  }, [onChange, onMove, picture])
  return <canvas ref={canvas} className={styles.fade} hidden aria-hidden />
}
