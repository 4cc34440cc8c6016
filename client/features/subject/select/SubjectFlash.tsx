import { useEffect, useRef } from 'react'
import { subscribeKey } from 'valtio/utils'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { stopAll } from '#client/kit/async/listeners.ts'
import { sizeWithin } from '#client/kit/geometry/geometry.ts'
import { reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import { alphaCanvas } from '#client/model/assets/pixels.ts'
import type { Session } from '#client/model/session/session.ts'
import { placeOverPhoto } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import styles from './SubjectFlash.module.css'

/** Duration of the flash, ms. On slow devices, the first frames with a new subject take most of a second. */
const FLASH_MS = 1500
/** Longer side of the outline's canvas, px. The outline is visible only for a second, so it needs no more detail. */
const SIDE = 480
/** Width of the outline, px of the outline's canvas. */
const WIDTH = 2

/**
 * The outline of a newly found subject. It flashes once. A better matte of the same subject doesn't cause another
 * flash. Renders nothing with reduced motion.
 */
export function SubjectFlash() {
  const { session, viewport } = useWorkspace()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let flash: Animation | null = null
    let found = foundOf(session)
    const place = () => {
      if (canvas.current && !canvas.current.hidden)
        placeOverPhoto(canvas.current, session.doc.photo, viewport.get(), previewFrame(session).fitted)
    }
    const show = () => {
      const before = found
      found = foundOf(session)
      const element = canvas.current
      if (!element || found === before || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      flash?.cancel()
      element.hidden = !paintOutline(element, session)
      if (element.hidden) return
      place()
      flash = element.animate({ opacity: [0, 1, 1, 0] }, { duration: FLASH_MS, easing: 'ease-in-out' })
      flash.onfinish = () => {
        element.hidden = true
      }
    }
    return stopAll([subscribeKey(session.doc, 'separation', show), viewport.subscribe(place), () => flash?.cancel()])
  }, [session, viewport])
  return <canvas ref={canvas} className={styles.flash} hidden aria-hidden />
}

/** Returns a string that changes when another subject is found or selected. Null if there is no subject. */
const foundOf = ({ doc: { photo, separation } }: Session): string | null =>
  separation && JSON.stringify([photo?.asset, separation.chosen])

/**
 * Paints the subject's outline on a canvas that covers the whole photo, at most SIDE px. Returns false if there is no
 * matte.
 */
function paintOutline(element: HTMLCanvasElement, { doc, assets }: Session): boolean {
  const matte = doc.separation && assets.matte(doc.separation.matte)
  const context = matte && element.getContext('2d')
  if (!context) return false
  const size = sizeWithin(matte, SIDE)
  const mask = alphaCanvas({ ...size, coverage: reducedCoverage(matte, size) })
  Object.assign(element, size) // setting the size also clears the canvas
  for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 8)
    context.drawImage(mask, WIDTH * Math.cos(turn), WIDTH * Math.sin(turn))
  context.globalCompositeOperation = 'destination-out'
  context.drawImage(mask, 0, 0)
  return true
}
