import { useEffect, useRef } from 'react'
import { subscribeKey } from 'valtio/utils'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { sizeWithin } from '#client/kit/base/geometry.ts'
import { reducedCoverage } from '#client/layers/shared/reducedPixels.ts'
import { alphaCanvas } from '#client/model/assets/pixels.ts'
import type { Session } from '#client/model/session/session.ts'
import { placeOverPhoto } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import styles from './SubjectSweep.module.css'

const SWEEP_MS = 900
/** Longer side of the glow's mask, px. A soft glow needs no more detail. */
const MASK_SIDE = 480

/** A band of light that moves over a found subject once. Renders nothing with reduced motion. */
export function SubjectSweep() {
  const { session, viewport } = useWorkspace()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let frame = 0
    const stop = subscribeKey(session.doc, 'separation', () => {
      cancelAnimationFrame(frame)
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) frame = requestAnimationFrame(begin)
    })
    function begin(start: number) {
      const element = canvas.current
      const mask = maskOf(session)
      if (!element || !mask) return
      const draw = (now: number) => {
        const t = Math.min(1, (now - start) / SWEEP_MS)
        element.hidden = t === 1
        placeOverPhoto(element, session.doc.photo, viewport.get(), previewFrame(session).fitted)
        paint(element, mask, t)
        if (t < 1) frame = requestAnimationFrame(draw)
      }
      frame = requestAnimationFrame(draw)
    }
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [session, viewport])
  return <canvas ref={canvas} className={styles.sweep} hidden aria-hidden />
}

/** Returns the matte as the alpha channel of a white canvas of at most MASK_SIDE px; null if there is no matte. */
function maskOf({ doc, assets }: Session): OffscreenCanvas | null {
  const matte = doc.separation && assets.matte(doc.separation.matte)
  if (!matte) return null
  const size = sizeWithin(matte, MASK_SIDE)
  return alphaCanvas({ ...size, coverage: reducedCoverage(matte, size) })
}

/** Draws the band of light at time `t` (0 to 1, from the left edge to the right), clipped by the mask. */
function paint(element: HTMLCanvasElement, mask: OffscreenCanvas, t: number) {
  const { width, height } = mask
  if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
  const context = element.getContext('2d')
  if (!context) return
  const eased = 1 - (1 - t) ** 2
  const reach = width * 0.45
  const middle = -reach + eased * (width + 2 * reach)
  const light = context.createLinearGradient(middle - reach, 0, middle + reach, height * 0.2)
  light.addColorStop(0, 'rgb(255 255 255 / 0%)')
  light.addColorStop(0.5, 'rgb(255 255 255 / 75%)')
  light.addColorStop(1, 'rgb(255 255 255 / 0%)')
  context.globalCompositeOperation = 'copy'
  context.fillStyle = light
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(mask, 0, 0)
}
