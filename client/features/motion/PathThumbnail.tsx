import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { scaledSize } from '#client/kit/geometry/geometry.ts'
import { Skeleton } from '#client/kit/ui/feedback/Progress.tsx'
import { memoOn } from '#client/kit/values/identity.ts'
import { drawFrame, type MotionScene } from '#client/media/exporter/motion/drawFrame.ts'
import type { Motion } from '#client/model/document/motion.ts'
import { useDocument } from '#client/model/session/session.ts'
import styles from './Motion.module.css'
import { createMotion, paintedOf } from './motion.ts'

/** Longer side of a thumbnail, px. */
const SIDE = 160
/** Frames per second of a thumbnail. */
const FPS = 15
/** Duration of a loop, and the moment that is shown with reduced motion, both in seconds. */
const [SECONDS, STILL_TIME] = [4, 0.25] as const

/**
 * An animated thumbnail of a camera path, made from the preview's depth planes. During an export and with reduced
 * motion, the thumbnail shows one still frame. Hidden from screen readers.
 */
export function PathThumbnail({ path }: { path: Motion['path'] }) {
  const { session, flow } = useWorkspace()
  const motion = flow(createMotion)
  const { photo } = useDocument()
  const scene = paintedOf(useSnapshot(motion.state) as typeof motion.state, { photo })?.scene
  // the animation pauses during an export, because the export needs the processor
  const { isDownloading } = useSnapshot(session.ui)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = scene && canvas.current?.getContext('2d')
    if (!context) return
    const small = smallSceneOf(scene)
    Object.assign(context.canvas, small.size)
    const shown = { ...small, motion: { ...small.motion, path, strength: 100, text: 'none' as const } }
    if (isDownloading || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      drawFrame(context, shown, STILL_TIME)
      return
    }
    let last = 0
    let request = requestAnimationFrame(function draw(now) {
      request = requestAnimationFrame(draw)
      if (now - last < 1000 / FPS) return
      last = now
      drawFrame(context, shown, (now / 1000 / SECONDS) % 1)
    })
    return () => cancelAnimationFrame(request)
  }, [scene, path, isDownloading])
  return (
    <span className={styles.path} aria-hidden>
      {!scene && <Skeleton />}
      <canvas ref={canvas} width={3} height={2} />
    </span>
  )
}

/** Returns the scene with downscaled depth planes. All thumbnails share the result. */
const smallSceneOf = memoOn((scene: MotionScene): MotionScene => {
  const by = Math.min(1, SIDE / Math.max(scene.size.width, scene.size.height))
  const planes = scene.planes.map((plane) => {
    const image = new OffscreenCanvas(Math.ceil(plane.image.width * by), Math.ceil(plane.image.height * by))
    image.getContext('2d')?.drawImage(plane.image, 0, 0, image.width, image.height)
    return { ...plane, image, at: { x: plane.at.x * by, y: plane.at.y * by }, letters: [] }
  })
  return { ...scene, planes, size: scaledSize(scene.size, by) }
})
