/** Draws one frame of a motion from its painted planes, for the preview and the export. */
import type { Point, Size } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import type { Motion } from '#client/model/document/motion.ts'
import { textStateAt } from './animateText.ts'
import { cameraAt, project } from './camera.ts'
import type { Plane } from './paintPlanes.ts'

type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A scene that is ready to draw. Its planes are sorted back to front. */
export interface MotionScene {
  planes: readonly Plane[]
  /** Depth of each plane; 1 = the far end. */
  depths: ReadonlyMap<LayerId, number>
  motion: Motion
  /** Size of the image, px. */
  size: Size
}

/** Draws the frame at `time` (1 = the end of the loop) over white. */
export function drawFrame(context: Context2d, { planes, depths, motion, size }: MotionScene, time: number): void {
  const camera = cameraAt(motion, time)
  context.resetTransform()
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  for (const plane of planes) {
    const { scale, x, y } = project(camera, depths.get(plane.id) ?? 1, size)
    const [left, top] = [x + ((1 - scale) * size.width) / 2, y + ((1 - scale) * size.height) / 2]
    const place = (down: number) => context.setTransform(scale, 0, 0, scale, left, top + down * size.height)
    // CSS and Canvas have the same names for blend modes, except for 'normal'.
    context.globalCompositeOperation = plane.blendMode === 'normal' ? 'source-over' : plane.blendMode
    if (plane.isText) drawText(context, plane, motion.text, time, place)
    else {
      place(0)
      draw(context, plane, 1)
    }
  }
}

function draw(context: Context2d, { image, at }: Plane, opacity: number) {
  if (opacity === 0) return
  context.globalAlpha = opacity
  context.drawImage(image, at.x, at.y)
}

function drawText(
  context: Context2d,
  plane: Plane,
  animation: Motion['text'],
  time: number,
  place: (down: number) => void,
) {
  const { letters } = plane
  const count = letters.length
  const states = animation === 'letters' ? letters.map((_, i) => textStateAt(animation, time, i, count)) : []
  const [first] = states
  if (!first || states.every(({ opacity }) => opacity === first.opacity)) {
    const { opacity, down } = textStateAt(animation === 'letters' ? 'fade' : animation, time)
    place(down)
    draw(context, plane, first?.opacity ?? opacity)
    return
  }
  place(0)
  for (const opacity of new Set(states.map((state) => state.opacity))) {
    context.save()
    context.clip(pathAround(letters.filter((_, i) => states[i]?.opacity === opacity)))
    draw(context, plane, opacity)
    context.restore()
  }
}

function pathAround(letters: readonly (readonly Point[])[]): Path2D {
  const path = new Path2D()
  for (const corners of letters) {
    for (const [i, { x, y }] of corners.entries()) i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)
    path.closePath()
  }
  return path
}
