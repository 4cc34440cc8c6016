import { useEffect, useRef } from 'react'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { type Listeners, stopAll } from '#client/kit/async/listeners.ts'
import { MaskOverlay } from './mask/MaskOverlay.tsx'
import styles from './select/PictureFade.module.css'
import { SubjectFlash } from './select/SubjectFlash.tsx'
import { createImproving } from './subjectFlows.ts'

/**
 * Overlays over the photo: the cross-fade to a better matte, the flashing outline of a new subject, and the edited
 * mask.
 */
export function SubjectSlot() {
  const { viewport, drawStage, flow } = useWorkspace()
  return (
    <>
      <PictureFade onChange={flow(createImproving).beforeChange} onMove={viewport.subscribe} picture={drawStage} />
      <SubjectFlash />
      <MaskOverlay />
    </>
  )
}

const FADE_MS = 260

interface PictureFadeProps {
  /** Subscribes to better mattes. The listener is called just before the preview changes. */
  onChange: Listeners['subscribe']
  /** Subscribes to moves of the view, because after a move the previous frame would be in the wrong place. */
  onMove: Listeners['subscribe']
  /** Returns the stage's canvas with the current frame, or null before the renderer has started. */
  picture(): { width: number; height: number } | null
}

/**
 * Cross-fades from the previous frame to a better frame. Pointers pass through. With reduced motion, the frame changes
 * without a fade.
 */
export function PictureFade({ onChange, onMove, picture }: PictureFadeProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let fading: Animation | null = null
    const end = () => {
      fading?.cancel()
      fading = null
      if (canvas.current) canvas.current.hidden = true
    }
    return stopAll([
      onMove(end),
      onChange(() => {
        end()
        const element = canvas.current
        const now = matchMedia('(prefers-reduced-motion: reduce)').matches ? null : picture()
        if (!element || !now) return
        Object.assign(element, { width: now.width, height: now.height })
        // safe cast: Pixi's canvas type declares only the size
        element.getContext('2d')?.drawImage(now as HTMLCanvasElement, 0, 0)
        element.hidden = false
        fading = element.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: 'ease-out' })
        fading.onfinish = end
      }),
      () => fading?.cancel(),
    ])
  }, [onChange, onMove, picture])
  return <canvas ref={canvas} className={styles.fade} hidden aria-hidden />
}
