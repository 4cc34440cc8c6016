import { yieldToMessages } from '#client/kit/async/scheduling.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Motion } from '#client/model/document/motion.ts'
import { withHalves } from '#client/render/halves.ts'
import { depthsOf, withDepths } from '#client/render/planes.ts'
import type { PicturePlan } from '../exportSettings.ts'
import type { ExportError, ExportOptions } from '../formats/format.ts'
import type { PictureGraphics } from '../pictureLayers.ts'
import { frameSource, overColor, srgbSource } from '../pixelSource.ts'
import { marginOf } from './camera.ts'
import { drawFrame, type MotionScene, RISE } from './drawFrame.ts'
import type { FrameEncoder } from './frameEncoder.ts'
import { matchStill } from './matchStill.ts'
import { type MotionFile, motionFormatOf, motionLimits } from './motionFormats.ts'
import { type PaintedPlane, type PlaneRequest, paintPlane, readArea } from './paintPlanes.ts'
import { isTooLarge, planMotion } from './planMotion.ts'

/** Background color of a motion with transparent pixels, 0..1. */
const WHITE = [1, 1, 1] as const

interface SceneRequest extends Omit<PlaneRequest, 'id' | 'margin'> {
  motion: Motion
  /** Called after each painted depth plane with the fraction of planes painted so far. */
  onPlane?(share: number): void
  /** Paints a depth plane. By default `paintPlane`. */
  paint?: typeof paintPlane
}

/**
 * Paints the depth planes of a motion. The planes are adjusted to composite at time 0 to the still image.
 * @throws the reason of `signal` after an abort; an error if painting fails
 */
export async function paintScene(request: SceneRequest): Promise<MotionScene> {
  const { plan, motion, graphics, signal, onPlane, paint = paintPlane } = request
  const doc = withHalves(request.doc)
  const { width, height } = plan.frame
  const depths = depthsOf(doc, graphics.stackOf(doc))
  // fixes each layer's depth, so that a layer painted alone has the same blur as in the whole image
  const fixed = doc.lens ? withDepths(doc, depths) : doc
  const planes: PaintedPlane[] = []
  let count = 0
  for (const [id, depth] of depths) {
    const { x, y } = marginOf(motion, depth, plan.frame)
    const isRising = motion.text === 'rise' && doc.layers[id]?.kind === 'text'
    const margin: Point = { x, y: isRising ? y + Math.ceil(RISE * height) : y }
    const plane = await paint({ doc: fixed, id, plan, margin, graphics, signal })
    if (plane) planes.push(plane)
    onPlane?.(++count / depths.size)
  }
  const still = await paintStill(doc, plan, graphics, signal)
  return { planes: await matchStill(planes, still, signal), depths, motion, size: { width, height } }
}

const frameCount = ({ seconds }: Motion, fps: number): number => Math.round(seconds * fps)

/** Fraction of the progress bar for painting the depth planes. */
const PLANES_SHARE = 0.1

/**
 * Encodes the motion as a file. All frames are drawn from the painted depth planes, so no frame differs from its
 * neighbors in its details. A transparent image gets a white background. Fails with 'no-image', 'aborted',
 * 'encode-failed', 'too-large' if the format can't have the chosen size, or 'no-encoder' if the browser can't encode
 * it. `format` overrides the format in `file`.
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
  const fps = Math.min(Number(file.fps), format.maxFps)
  const limits = motionLimits(format, fps)
  if (isTooLarge(file.size, limits)) return err('too-large')
  const plan = planMotion(doc, file.size, limits)
  const size = { width: plan.frame.width, height: plan.frame.height }
  const encoder = await format.open({ size, fps })
  if (!encoder) return err('no-encoder')
  try {
    const onPlane = (share: number) => onProgress?.(PLANES_SHARE * share)
    const scene = await paintScene({ doc, plan, motion, graphics, signal, onPlane })
    await encodeFrames(scene, frameCount(motion, fps), encoder, options)
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
  count: number,
  encoder: FrameEncoder,
  { signal, onProgress }: ExportOptions,
): Promise<void> {
  const context = createContext(scene.size, { willReadFrequently: true })
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    await yieldToMessages()
    signal.throwIfAborted()
    // Adds half a step, so that no frame is at time 0. A frame at time 0 isn't resampled, so its rounding errors would
    // differ from those of the other frames.
    drawFrame(context, scene, (i + 0.5) / count)
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
