import { defaults } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { yieldToMessages } from '#client/kit/base/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import { exportScale } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { activeLens } from '#client/model/document/lens.ts'
import type { Motion } from '#client/model/document/motion.ts'
import { depthsOf, withDepths } from '#client/render/planes.ts'
import { exportFields, type PicturePlan, planPicture } from '../exportSettings.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PictureGraphics } from '../pictureLayers.ts'
import { frameSource, overColor, srgbSource } from '../pixelSource.ts'
import { marginOf } from './camera.ts'
import { drawFrame, type MotionScene } from './drawFrame.ts'
import type { FrameEncoder } from './frameEncoder.ts'
import { matchStill } from './matchStill.ts'
import { type MotionFile, motionFormatOf } from './motionFormats.ts'
import { type PaintedPlane, type PlaneRequest, paintPlane, readArea } from './paintPlanes.ts'

/** Background colour of a motion whose image is transparent, 0..1. */
const WHITE = [1, 1, 1] as const

/** Returns the scale and the frame of a motion. Both sides are even. `maxSide`: maximum side, px. */
export function planMotion(doc: DocumentSnapshot, size: MotionFile['size'], maxSide: number): PicturePlan {
  const { width, height } = pictureRect(doc)
  const natural = exportScale(doc)
  const even = (length: number) => Math.max(2, 2 * Math.floor(length / 2 + 1e-6))
  if (size === 'original') {
    const scale = Math.min(natural, maxSide / Math.max(width, height))
    return { scale, frame: { x: 0, y: 0, width: even(width * scale), height: even(height * scale) } }
  }
  const [across = 2, down = 2] = size.split('x').map(Number)
  const by = Math.min(1, maxSide / Math.max(across, down))
  const pixels = { size: 'pixels', width: even(across * by), height: even(down * by), fitting: 'crop' } as const
  return planPicture({ ...defaults(exportFields), ...pixels }, { x: 0, y: 0, width, height }, natural)
}

interface SceneRequest extends Omit<PlaneRequest, 'id' | 'margin'> {
  motion: Motion
  /** Called after each painted depth plane with the fraction of planes painted so far. */
  onPlane?(share: number): void
  /** Paints a depth plane. By default `paintPlane`. */
  paint?: typeof paintPlane
  still?: ImageData
}

/**
 * Paints the depth planes of a motion. Behind a lens, the planes are adjusted to composite at time 0 to the still image
 * (`still`, or else a new render). @throws the reason of `signal` after an abort; an error if painting fails
 */
export async function paintScene(request: SceneRequest): Promise<MotionScene> {
  const { doc, plan, motion, graphics, signal, onPlane, paint = paintPlane, still } = request
  const { width, height } = plan.frame
  const depths = depthsOf(doc, graphics.stackOf(doc))
  // with its depth fixed, each layer has the same blur alone as in the whole image
  const fixed = doc.lens ? withDepths(doc, depths) : doc
  const planes: PaintedPlane[] = []
  let count = 0
  for (const [id, depth] of depths) {
    const margin: Point = marginOf(motion, depth, plan.frame)
    const plane = await paint({ doc: fixed, id, plan, margin, graphics, signal })
    if (plane) planes.push(plane)
    onPlane?.(++count / depths.size)
  }
  const shown = activeLens(doc)
    ? await matchStill(planes, still ?? (await paintStill(doc, plan, graphics, signal)), signal)
    : planes
  return { planes: shown, depths, motion, size: { width, height } }
}

const frameCount = ({ seconds }: Motion, fps: number): number => Math.round(seconds * fps)

/** Fraction of the progress bar for painting the depth planes. */
const PLANES_SHARE = 0.1

/**
 * Encodes the motion as a file. The first frame is the still export. All other frames are drawn from the painted depth
 * planes. A transparent image gets a white background. Fails with 'no-image', 'aborted', 'encode-failed', or
 * 'too-large' if the browser can't encode this size. `format` overrides the format in `file`.
 */
export async function exportMotion(
  doc: DocumentSnapshot,
  motion: Motion,
  file: MotionFile,
  graphics: PictureGraphics,
  options: ExportOptions,
  format = motionFormatOf(file),
): Promise<Result<Blob, ExportError>> {
  if (!doc.photo) return err('no-image')
  const { signal, onProgress } = options
  const plan = planMotion(doc, file.size, format.maxSide)
  const size = { width: plan.frame.width, height: plan.frame.height }
  const fps = Math.min(Number(file.fps), format.maxFps)
  const encoder = await format.open({ size, fps })
  if (!encoder) return err('too-large')
  try {
    const still = await paintStill(doc, plan, graphics, signal)
    const onPlane = (share: number) => onProgress?.(PLANES_SHARE * share)
    const scene = await paintScene({ doc, plan, motion, graphics, signal, onPlane, still })
    await encodeFrames(scene, still, frameCount(motion, fps), encoder, options)
    const blob = await encoder.finish()
    return signal.aborted ? err('aborted') : ok(blob)
  } catch (error) {
    encoder.cancel()
    if (signal.aborted) return err('aborted')
    console.error(error)
    return err('encode-failed')
  }
}

/** Paints the still export over white. */
async function paintStill(doc: DocumentSnapshot, plan: PicturePlan, graphics: PictureGraphics, signal: AbortSignal) {
  const painter = await graphics.createPainter(doc, plan.scale)
  const source = overColor(frameSource(srgbSource(painter), plan.frame), WHITE)
  const { width, height } = plan.frame
  const area = { x: 0, y: 0, width, height }
  return new ImageData(await readArea(source, area, signal).finally(() => painter.destroy()), width, height)
}

async function encodeFrames(
  scene: MotionScene,
  still: ImageData,
  count: number,
  encoder: FrameEncoder,
  { signal, onProgress }: ExportOptions,
): Promise<void> {
  const context = createContext(scene.size, { alpha: false, willReadFrequently: true })
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    await yieldToMessages()
    signal.throwIfAborted()
    if (i === 0) context.putImageData(still, 0, 0)
    else drawFrame(context, scene, i / count)
    await encoder.add(context)
    const left = (((performance.now() - start) / (i + 1)) * (count - i - 1)) / 1000
    const detail = t('Frame {frame} of {count}, {seconds} s left', {
      frame: String(i + 1),
      count: String(count),
      seconds: String(Math.ceil(left)),
    })
    onProgress?.(PLANES_SHARE + (1 - PLANES_SHARE) * ((i + 1) / count), detail)
  }
}
