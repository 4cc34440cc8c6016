import { type SyntheticEvent, useEffect, useState } from 'react'
import { subscribeKey } from 'valtio/utils'
import { closedPanelWidth, fitAboveControls } from '#client/editor/workspace/view.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { stopAll } from '#client/kit/async/listeners.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { turnedToCss } from '#client/render/compositor/viewport.ts'
import styles from './TemplatePreview.module.css'
import { createPreviews } from './templateFlows.ts'
import { templateState } from './templateState.ts'

/**
 * The preview is removed after this time, ms. Must be at least the duration of its fade (TemplatePreview.module.css).
 */
const FADE_MS = 300

/**
 * While a template is being applied, shows the preview of its tile in place of the photo. The preview fades out once
 * the canvas shows the result. If there is no preview, a veil covers the photo.
 */
export function TemplatePreview() {
  const { session, viewport, flow } = useWorkspace()
  const templatePreviews = flow(createPreviews)
  const [preview, setPreview] = useState<{ src: string | undefined; isLeaving?: boolean } | null>(null)
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      setPreview((shown) => shown && { ...shown, isLeaving: true })
      leaving = setTimeout(setPreview, FADE_MS, null)
    }
    const stop = subscribeKey(templateState(session), 'applying', (id) => {
      clearTimeout(leaving)
      if (id === null) leave()
      else setPreview({ src: templatePreviews.previews[id] })
    })
    return stopAll([stop, () => clearTimeout(leaving)])
  }, [session, templatePreviews])

  /** Places the preview where the canvas will show the result. */
  function place({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
    const size = { width: image.naturalWidth, height: image.naturalHeight }
    const view = fitAboveControls(viewport.get().canvas, size, closedPanelWidth(session.ui))
    const { x, y } = turnedToCss(view, { x: 0, y: 0 })
    Object.assign(image.style, {
      translate: `${x}px ${y}px`,
      width: `${size.width * view.zoom}px`,
      visibility: 'visible',
    })
  }

  return (
    preview && (
      <div className={cx(preview.src ? styles.preview : styles.veil, preview.isLeaving && styles.leaving)} aria-hidden>
        {preview.src && <img src={preview.src} alt="" decoding="sync" onLoad={place} />}
      </div>
    )
  )
}
