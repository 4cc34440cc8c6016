import { useEffect, useRef } from 'react'
import { ref, useSnapshot } from 'valtio'
import { holdPixels } from '#client/editor/flows/flow.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { drawFrame, type MotionScene } from '#client/media/exporter/motion/drawFrame.ts'
import { paintScene } from '#client/media/exporter/motion/exportMotion.ts'
import { type PaintedPlane, paintPlane } from '#client/media/exporter/motion/paintPlanes.ts'
import { planMotion } from '#client/media/exporter/motion/planMotion.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { motionOf } from '#client/model/document/motion.ts'
import { useDocument } from '#client/model/session/session.ts'
import { withHalves } from '#client/render/halves.ts'
import { depthsOf } from '#client/render/planes.ts'
import styles from './Motion.module.css'
import { contentOf, createMotion, paintedOf } from './motion.ts'

/** Limit of the preview's longer side, px. Software rendering is too slow for larger frames. */
const PREVIEW = { maxSide: 720 }
/** Frames per second of the preview. */
const PREVIEW_FPS = 30
/**
 * Delay before depth planes are repainted, ms. The delay is longer than the time between two values of a dragged
 * slider.
 */
const SETTLE_MS = 250

/**
 * Plays the motion of the open document. Loaded when the user opens the Motion panel, because it imports the renderer.
 */
export default function MotionPlayer() {
  const motion = useWorkspace().flow(createMotion)
  const doc = useDocument()
  const { file } = useSnapshot(motion.state)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { scene, isOutdated } = useScene(doc, file.size)
  // The next frame shows changes to depths and motion. Other changes are shown after the depth planes are repainted.
  const painted = withHalves(doc)
  const depths = depthsOf(painted, motion.graphics.stackOf(painted))
  const current = scene && { ...scene, motion: motionOf(doc), depths }
  usePlayback(canvas, current)
  const { width, height } = scene?.size ?? planMotion(doc, file.size, PREVIEW).frame
  return (
    <div className={styles.stage} data-empty={!scene}>
      <canvas ref={canvas} width={width} height={height} role="img" aria-label={t('Motion preview')} />
      {isOutdated && (
        <div className={styles.wait}>
          <Spinner label={t('Preparing preview…')} />
        </div>
      )}
    </div>
  )
}

/**
 * Hook that paints the document's depth planes, and repaints them after each change. If several paints overlap, only
 * the result for the newest document is used.
 */
function useScene(doc: DocumentSnapshot, size: Parameters<typeof planMotion>[1]) {
  const { session, flow } = useWorkspace()
  const motion = flow(createMotion)
  const { graphics } = motion
  const painted = paintedOf(useSnapshot(motion.state) as typeof motion.state, doc)
  const { path, strength, text } = motionOf(doc)
  const whole = withHalves(doc)
  const depths = [...depthsOf(whole, graphics.stackOf(whole))]
  // JSON of the content, which may be long, would escape each of its quotes again
  const content = contentOf(doc) + JSON.stringify([size, doc.lens && depths])
  const wanted = content + JSON.stringify([path, strength, text === 'rise', depths])
  const isFirst = useRef(true)
  const latest = useRef(doc)
  latest.current = doc
  useEffect(() => {
    if (motion.state.painted?.content === wanted) return
    const stop = new AbortController()
    const { signal } = stop
    const shown = latest.current
    const delay = isFirst.current ? 0 : SETTLE_MS // the first preview is painted without delay
    isFirst.current = false
    const timer = setTimeout(async () => {
      const release = holdPixels(session, shown)
      const known = paintedOf(motion.state, shown)?.planes
      const kept = new Map<string, Promise<PaintedPlane | null>>()
      const paint: typeof paintPlane = (request) => {
        const key = content + JSON.stringify([request.id, request.margin])
        const plane = known?.get(key) ?? paintPlane(request)
        kept.set(key, plane)
        return plane
      }
      try {
        const plan = planMotion(shown, size, PREVIEW)
        const scene = await paintScene({ doc: shown, plan, motion: motionOf(shown), graphics, signal, paint })
        if (signal.aborted) return
        motion.state.painted = ref({ photo: shown.photo?.asset, content: wanted, scene, planes: kept })
      } catch (error) {
        if (signal.aborted) return
        console.error(error)
        session.notices.toast({
          title: t('Failed to prepare the preview. Close Motion and try again.'),
          isDestructive: true,
        })
      } finally {
        release()
      }
    }, delay)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [session, motion, graphics, content, size, wanted])
  return { scene: painted?.scene ?? null, isOutdated: painted?.content !== wanted }
}

/** Hook that draws the scene on the canvas. While the motion plays, draws continuously, otherwise once. */
function usePlayback(canvas: React.RefObject<HTMLCanvasElement | null>, scene: MotionScene | null) {
  const { session, flow } = useWorkspace()
  const motion = flow(createMotion)
  const { isPlaying } = useSnapshot(motion.state)
  // playback pauses during an export, because the export needs the processor
  const { isDownloading } = useSnapshot(session.ui)
  const latest = useRef(scene)
  latest.current = scene
  const time = useRef(0)
  const isRunning = isPlaying && !isDownloading
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context && latest.current) drawFrame(context, latest.current, time.current)
  })
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!isRunning || !context) return
    let last = performance.now()
    let request = requestAnimationFrame(function draw(now) {
      request = requestAnimationFrame(draw)
      const passed = now - last
      // draws a frame up to 2 ms early, because animation frames are not exactly periodic
      if (passed < 1000 / PREVIEW_FPS - 2 || !latest.current) return
      last = now
      time.current = (time.current + passed / 1000 / latest.current.motion.seconds) % 1
      drawFrame(context, latest.current, time.current)
    })
    return () => cancelAnimationFrame(request)
  }, [canvas, isRunning])
}
