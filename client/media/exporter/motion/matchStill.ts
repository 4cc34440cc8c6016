/**
 * Adjusts painted depth planes so that they composite to the still image at time 0. Without this, a part of the subject
 * that its matte barely covers would be missing, because the planes fill the background behind the matte.
 */
import { yieldToMessages } from '#client/kit/async/scheduling.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import type { PaintedPlane } from './paintPlanes.ts'

/**
 * Returns copies of the planes that composite to `still` (opaque sRGB) at time 0. The still image has the photo behind
 * a translucent subject, but the planes have the filled background there. Behind a lens, the renderer mixes planes in
 * linear light, but 2D canvases mix encoded colors. In each pixel, changes only the frontmost plane, and only where
 * this plane is translucent. The pixel gets the opacity and color that result in the still image. Doesn't change a
 * plane with a blend mode. Lets other tasks run between two planes.
 * @throws after an abort
 */
export async function matchStill(
  planes: readonly PaintedPlane[],
  still: ImageData,
  signal: AbortSignal,
): Promise<PaintedPlane[]> {
  const { width, height } = still
  const below = createContext(still, { willReadFrequently: true })
  const fronts = frontmost(planes, width, height)
  const result: PaintedPlane[] = []
  for (const [index, plane] of planes.entries()) {
    await yieldToMessages()
    signal.throwIfAborted()
    const { x, y } = plane.at
    const matched =
      plane.blendMode === 'normal' ? matchedPlane(plane, (at) => fronts[at] === index, below, still) : plane
    below.globalCompositeOperation = plane.blendMode === 'normal' ? 'source-over' : plane.blendMode
    below.drawImage(matched.image, x, y)
    result.push(matched)
  }
  return result
}

const pixelsOf = ({ image }: PaintedPlane): ImageData => {
  const context = image.getContext('2d')
  if (!context) throw new Error('the image of a depth plane has no 2D context')
  return context.getImageData(0, 0, image.width, image.height)
}

/**
 * Calls `visit` for each pixel that is in both plane and image, with the pixel's index in the plane and its index in
 * the image.
 */
function visitPixels(
  { image, at }: PaintedPlane,
  width: number,
  height: number,
  visit: (own: number, inPicture: number) => void,
) {
  for (let row = Math.max(0, -at.y); row < Math.min(image.height, height - at.y); row++)
    for (let column = Math.max(0, -at.x); column < Math.min(image.width, width - at.x); column++)
      visit(row * image.width + column, (row + at.y) * width + column + at.x)
}

/** Returns the index of the frontmost visible plane at each px of the image, or -1 if no plane is visible there. */
function frontmost(planes: readonly PaintedPlane[], width: number, height: number): Int16Array {
  const fronts = new Int16Array(width * height).fill(-1)
  for (const [index, plane] of planes.entries()) {
    const { data } = pixelsOf(plane)
    visitPixels(plane, width, height, (own, at) => {
      if (data[4 * own + 3]) fronts[at] = index
    })
  }
  return fronts
}

function matchedPlane(
  plane: PaintedPlane,
  isFront: (at: number) => boolean,
  below: OffscreenCanvasRenderingContext2D,
  { data: wanted, width, height }: ImageData,
): PaintedPlane {
  const own = pixelsOf(plane)
  const { data: behind } = below.getImageData(0, 0, width, height)
  const behindOverWhite = (at: number, c: number) =>
    255 + ((behind[4 * at + 3] ?? 0) / 255) * ((behind[4 * at + c] ?? 0) - 255)
  visitPixels(plane, width, height, (i, at) => {
    let alpha = (own.data[4 * i + 3] ?? 0) / 255
    if (alpha === 0 || alpha === 1 || !isFront(at)) return
    for (let c = 0; c < 3; c++) {
      const [from, to] = [behindOverWhite(at, c), wanted[4 * at + c] ?? 0]
      // the minimum opacity at which some color (0..255), composited over `from`, results in `to`
      alpha = Math.max(alpha, to > from ? (to - from) / (255 - from) : to < from ? (from - to) / from : 0)
    }
    alpha = Math.ceil(255 * alpha) / 255
    for (let c = 0; c < 3; c++) {
      const from = behindOverWhite(at, c)
      own.data[4 * i + c] = from + ((wanted[4 * at + c] ?? 0) - from) / alpha
    }
    own.data[4 * i + 3] = 255 * alpha
  })
  const context = createContext(own, { willReadFrequently: true })
  context.putImageData(own, 0, 0)
  return { ...plane, image: context.canvas }
}
