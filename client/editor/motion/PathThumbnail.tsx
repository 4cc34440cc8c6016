import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { memoOn } from '#client/kit/base/identity.ts'
import { drawFrame, type MotionScene } from '#client/media/exporter/motion/drawFrame.ts'
import type { Motion } from '#client/model/document/motion.ts'
import { useSession } from '#client/model/session/session.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Motion.module.css'

/** Longer side of a thumbnail, px. */
const SIDE = 160
/** Frames per second of a thumbnail. */
const FPS = 15
/** Length of a loop, and the time shown with reduced motion, seconds. */
const [SECONDS, STILL_TIME] = [4, 0.25] as const

/** Shows a camera path on the painted planes of the preview. Decorative for screen readers. */
export function PathThumbnail({ path }: { path: Motion['path'] }) {
  const { motion } = useWorkspace()
  const { scene } = useSnapshot(motion.state) as { scene: MotionScene | null }
  const { isDownloading } = useSnapshot(useSession().ui) // pauses during an export, which needs the processor
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = scene && canvas.current?.getContext('2d', { alpha: false })
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
      <canvas ref={canvas} width={3} height={2} />
    </span>
  )
}

/** Returns a scene with reduced planes, which all thumbnails share. */
const smallSceneOf = memoOn((scene: MotionScene): MotionScene => {
  const { width, height } = scene.size
  const by = Math.min(1, SIDE / Math.max(width, height))
  const planes = scene.planes.map((plane) => {
    const image = new OffscreenCanvas(Math.ceil(plane.image.width * by), Math.ceil(plane.image.height * by))
    image.getContext('2d')?.drawImage(plane.image, 0, 0, image.width, image.height)
    return { ...plane, image, at: { x: plane.at.x * by, y: plane.at.y * by }, letters: [] }
  })
  return { ...scene, planes, size: { width: Math.round(width * by), height: Math.round(height * by) } }
})
