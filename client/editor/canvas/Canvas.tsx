/**
 * The canvas. It loads the stage with its rendering code only when needed, because an empty canvas doesn't need that
 * code.
 */

import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { listen } from '#client/kit/async/listeners.ts'
import { whenIdle } from '#client/kit/async/scheduling.ts'
import { fetchAhead } from '#client/kit/browser/importWithRetry.ts'
import { isSaveDataOn } from '#client/kit/browser/network.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { graphicsKind } from '#client/kit/browser/self-checks/graphics.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { COARSE, useMedia, usePixelRatio, useSize } from '#client/kit/ui/hooks.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import { isNeutral } from '#client/model/document/document.ts'
import { useDocument, useSessionValue } from '#client/model/session/session.ts'
import type { StageHandle, StageProps } from '#client/render/compositor/Stage.tsx'
import { deviceAlignedBox } from '#client/render/compositor/viewport.ts'
import { previewFrame } from '#client/render/previewDocument.ts'
import { editOnCanvas } from '../commands/editSelected.ts'
import { Slot } from '../host/Slot.tsx'
import { PointerBinding } from '../tools/pointer.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Canvas.module.css'
import { CanvasMenu } from './CanvasMenu.tsx'
import { FirstPhoto } from './FirstPhoto.tsx'

const importGraphics = () => import('../workspace/graphics.ts')
const loadStage = async () => {
  const { Stage, paintedKinds } = await importGraphics()
  return { default: (props: Omit<StageProps, 'kinds'>) => <Stage {...props} kinds={paintedKinds} /> }
}
const Stage = lazy(loadStage)

/** The canvas. Contains the stage, passes pointer events to the tools, and shows the readout of a running gesture. */
export function Canvas() {
  const workspace = useWorkspace()
  const { session, viewport, feedback, overlay, panels, report } = workspace
  const host = useRef<HTMLDivElement>(null)
  const { photo } = useDocument()
  // `photo?.asset` makes the hook measure again for each photo, because a new photo opens the Layers panel, which makes
  // the canvas smaller.
  const size = useSize(host, photo?.asset)
  const isCoarse = useMedia(COARSE)
  const { busy } = useSnapshot(session.ui)
  // In software rendering, starting the renderer takes almost a second. An empty canvas therefore waits for the user's
  // first input.
  const isTouched = useFirstTouch()
  const isReady = useGraphicsAhead()

  const [stage, setStage] = useState<StageHandle | null>(null)
  const onReady = useCallback(
    (stage: StageHandle | null) => {
      workspace.stage.set(stage)
      setStage(stage)
      if (!stage) workspace.downloader.cancel() // cancels exports before the WebGL context is lost
    },
    [workspace],
  )

  // Sets the canvas size of the view until the stage's code has loaded, so that the view already fits the photo. After
  // that, the stage sets the size.
  useLayoutEffect(() => {
    const view = viewport.get()
    if (!stage && size && size !== view.canvas) viewport.set({ ...view, canvas: size })
  }, [viewport, size, stage])

  useEffect(() => {
    const element = host.current
    if (!element) return
    const binding = new PointerBinding({ element, session, viewport, tools: workspace.tools })
    return () => binding.stop()
  }, [session, viewport, workspace])

  return (
    <CanvasMenu>
      <div
        ref={host}
        className={styles.canvas}
        role="application"
        aria-label={t('Canvas')}
        tabIndex={photo ? 0 : -1}
        onDoubleClick={() => panels.toolOf(session.ui).selects && editOnCanvas(workspace)}
      >
        <Paper stage={stage} />
        <Suspense>
          {size && (isTouched || isReady || busy || photo) && (
            <Stage
              session={session}
              viewport={viewport}
              overlay={overlay}
              size={size}
              isCoarse={isCoarse}
              watermark={BRAND_NAME}
              report={report}
              onReady={onReady}
            />
          )}
        </Suspense>
        <Slot name="stage" />
        <Readout feedback={feedback} />
      </div>
    </CanvasMenu>
  )
}

/** The rectangle of the visible image with its shadow. Shows a new photo until the stage has painted the photo. */
function Paper({ stage }: { stage: StageHandle | null }) {
  const { session, viewport } = useWorkspace()
  const doc = useDocument()
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const { fitted, turn } = useSessionValue(previewFrame, isEqual)
  const pixelRatio = usePixelRatio()
  if (!doc.photo) return null
  const { x, y, ...size } = deviceAlignedBox(view, fitted, pixelRatio)
  const { asset, width, height } = doc.photo
  const isNew =
    !doc.separation && isNeutral(doc.tune.image) && !turn && fitted.width === width && fitted.height === height
  const bitmap = isNew ? session.assets.bitmap(asset)?.bitmap : undefined
  return (
    <div className={styles.paper} style={{ translate: `${x}px ${y}px`, ...size }}>
      {bitmap && <FirstPhoto photo={asset} bitmap={bitmap} stage={stage} />}
    </div>
  )
}

function Readout({ feedback }: Pick<ReturnType<typeof useWorkspace>, 'feedback'>) {
  const readout = useSyncExternalStore(feedback.subscribe, () => feedback.readout)
  if (!readout) return null
  return (
    <output className={styles.readout} style={{ translate: `${readout.at.x + 16}px ${readout.at.y + 16}px` }}>
      {readout.text}
    </output>
  )
}

/**
 * Hook that returns true after the user's first input on the page: a pointer move, a key press, a button press or a
 * drag.
 */
function useFirstTouch(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (isTouched) return
    const touch = () => setTouched(true)
    const touches = { pointerdown: touch, pointermove: touch, keydown: touch, dragenter: touch }
    return listen(window, touches, { capture: true, passive: true })
  }, [isTouched])
  return isTouched
}

/**
 * Hook that loads the rendering code while the empty editor is idle. With a GPU, returns true afterwards, so that the
 * shaders are compiled before the first photo. In software rendering, returns false, because running the code would
 * block the page.
 */
function useGraphicsAhead(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isSaveDataOn()) return
    const ahead = async () => {
      await fetchAhead(importGraphics)
      if (graphicsKind() === 'gpu') setReady(true)
    }
    // errors are ignored, because the stage requests the code again
    return whenIdle(() => void ahead().catch(() => null), 'quiet')
  }, [])
  return isReady
}
