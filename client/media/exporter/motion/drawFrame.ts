/** Draws one frame of a motion from its painted depth planes, for the preview and the export. */
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { smoothstep } from '#client/kit/values/numbers.ts'
import type { Motion } from '#client/model/document/motion.ts'
import { cameraAt, project } from './camera.ts'
import type { PaintedPlane } from './paintPlanes.ts'

type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A scene that is ready to draw. Its depth planes are sorted back to front. */
export interface MotionScene {
  planes: readonly PaintedPlane[]
  /** Depth of each layer's plane, where 1 is the far end. */
  depths: ReadonlyMap<LayerId, number>
  motion: Motion
  /** Size of the image, px. */
  size: Size
}

/**
 * Draws the frame at `time` (1 = the end of the loop) over white. The white is drawn last, because blend modes must not
 * blend with it. `context`: has an alpha channel.
 */
export function drawFrame(context: Context2d, { planes, depths, motion, size }: MotionScene, time: number): void {
  const camera = cameraAt(motion, time)
  context.resetTransform()
  context.clearRect(0, 0, size.width, size.height)
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
  context.resetTransform()
  context.globalAlpha = 1
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
}

function draw(context: Context2d, { image, at }: PaintedPlane, opacity: number) {
  if (opacity === 0) return
  context.globalAlpha = opacity
  context.drawImage(image, at.x, at.y)
}

function drawText(
  context: Context2d,
  plane: PaintedPlane,
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

/**
 * Times in the loop (0..1). The text begins to disappear at OUT, is hidden from GONE to IN, and is complete again at
 * BACK. Before OUT and after BACK the text is complete, so the first frame equals the still image.
 */
const [OUT, GONE, IN, BACK] = [0.08, 0.18, 0.24, 0.5] as const

/** Distance that a rising text layer moves, as a fraction of the image's height. */
export const RISE = 0.04
/** Time that one letter takes to appear, as a fraction of the whole text's time. */
const LETTER_SHARE = 0.4

/** The appearance of a text layer, or of one letter, at one time. */
export interface TextState {
  /** Opacity, 0..1. */
  opacity: number
  /** Offset downward, as a fraction of the image's height. */
  down: number
}

const COMPLETE: TextState = { opacity: 1, down: 0 }

/**
 * Returns the state of a text layer at `time` (1 = the end of the loop). For the animation 'letters', returns the state
 * of the letter `index` of `count`.
 */
export function textStateAt(animation: Motion['text'], time: number, index = 0, count = 1): TextState {
  const at = time % 1
  if (animation === 'none' || at <= OUT || at >= BACK) return COMPLETE
  if (at < IN) {
    const shown = 1 - smoothstep(0, 1, (at - OUT) / (GONE - OUT))
    return { opacity: shown, down: animation === 'rise' ? -RISE * (1 - shown) : 0 }
  }
  const progress = (at - IN) / (BACK - IN)
  if (animation !== 'letters') {
    const shown = smoothstep(0, 1, progress)
    return { opacity: shown, down: animation === 'rise' ? RISE * (1 - shown) : 0 }
  }
  const start = count > 1 ? (index / (count - 1)) * (1 - LETTER_SHARE) : 0
  return { opacity: smoothstep(0, 1, (progress - start) / LETTER_SHARE), down: 0 }
}
