/**
 * Paints each depth plane of a motion once, with the painter of exports. Frames are then composited from the planes.
 */
import { yieldToMessages } from '#client/kit/async/scheduling.ts'
import { compose, rotationMatrix, transformedCorners, translationMatrix } from '#client/kit/geometry/affine.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { copyRect, tilesOf } from '#client/kit/geometry/rect.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { createContext, visibleBounds } from '#client/model/assets/pixels.ts'
import { canvasSize, isOpaque } from '#client/model/document/backdrop.ts'
import { aboutCenter, turnedSize, turnMap, turnOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { outputPicture } from '#client/render/compositor/turnedPicture.ts'
import { inpaintPhoto } from '#client/render/inpainting/inpaintPhoto.ts'
import type { Placed } from '#client/render/kind.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { aloneInScene } from '#client/render/planes.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'
import type { PicturePlan } from '../exportSettings.ts'
import type { PictureGraphics } from '../pictureLayers.ts'
import { type PixelSource, srgbSource } from '../pixelSource.ts'
import { mirrorBeyond } from './extend.ts'

/** A painted layer of a motion. Color space: sRGB. */
export interface PaintedPlane {
  readonly id: LayerId
  /** Image of the layer's visible part. */
  readonly image: OffscreenCanvas
  /** Position of the layer's image in the whole image, in output px. */
  readonly at: Point
  readonly blendMode: BlendMode
  /** True for text layers, which are animated. */
  readonly isText: boolean
  /** Quadrilaterals around the letters, in reading order and in output px. Empty if the letters can't be separated. */
  readonly letters: readonly (readonly Point[])[]
}

export interface PlaneRequest {
  doc: DocumentSnapshot
  id: LayerId
  plan: PicturePlan
  /** How far the depth plane extends beyond each side of the image, whole px. */
  margin: Point
  graphics: PictureGraphics
  signal: AbortSignal
}

/**
 * Paints one layer. Beyond the canvas, the background fill extends the background, and a mirror image extends a cutout
 * that touches the edge. Resolves with null if the layer isn't visible. @throws the reason of `signal` after an abort;
 * an error if painting fails
 */
export async function paintPlane({
  doc,
  id,
  plan,
  margin,
  graphics,
  signal,
}: PlaneRequest): Promise<PaintedPlane | null> {
  const layer = doc.layers[id]
  if (!layer) return null
  const { frame, scale } = plan
  const [width, height] = [frame.width + 2 * margin.x, frame.height + 2 * margin.y]
  const area = { x: frame.x - margin.x, y: frame.y - margin.y, width, height }
  const painter = await graphics.createPainter(aloneInScene(doc, id), scale)
  const pixels = await readArea(srgbSource(painter), area, signal).finally(() => painter.destroy())
  const isBackground = layer.kind === 'background'
  const canvas = canvasIn(doc, scale, area)
  if (canvas && (isBackground || layer.kind === 'subject' || asLifted(layer))) {
    const holes = isBackground && doc.backdrop.type === 'original' && isOpaque(doc) ? holesOf(pixels) : null
    await yieldToMessages() // Each pass over the pixels runs in its own task, so that the page stays responsive.
    mirrorBeyond(pixels, area, canvas)
    await yieldToMessages()
    if (holes) await fillHoles(pixels, area, holes, signal)
  }
  const bounds = visibleBounds(pixels, area)
  await yieldToMessages()
  signal.throwIfAborted()
  if (!bounds) return null
  const isText = layer.kind === 'text'
  return {
    id,
    image: imageOf(pixels, area, bounds),
    at: { x: bounds.x - margin.x, y: bounds.y - margin.y },
    blendMode: layer.blendMode ?? 'normal',
    isText,
    letters: (isText && graphics.lettersOf?.(layer, doc).map((box) => cornersOf(box, doc, plan))) || [],
  }
}

/** Reads an area of an image as straight RGBA. Parts of the area beyond the canvas are transparent. */
export async function readArea(
  source: PixelSource,
  area: Rect,
  signal: AbortSignal,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const pixels = new Uint8ClampedArray(4 * area.width * area.height)
  for (const tile of tilesOf(area, source.maxSide)) {
    signal.throwIfAborted()
    copyRect(await source.paint(tile), tile, pixels, area, 4)
  }
  signal.throwIfAborted()
  return pixels
}

/**
 * Returns the canvas rectangle in px of `area`. Returns null if the composition is straightened, because the canvas's
 * edges are then tilted. `scale`: output px per document px.
 */
function canvasIn(doc: DocumentSnapshot, scale: number, area: Rect): Rect | null {
  if (turnOf(doc).angle !== 0) return null
  const { canvas, frame } = outputPicture(doc, scale)
  return { x: -frame.x - area.x, y: -frame.y - area.y, ...turnedSize(turnOf(doc), canvas) }
}

/**
 * Returns one byte per px: 255 for a translucent pixel, otherwise 0. Returns null if no pixel is translucent, or if all
 * are.
 */
function holesOf(pixels: Uint8ClampedArray): Uint8Array<ArrayBuffer> | null {
  const holes = new Uint8Array(pixels.length / 4)
  let count = 0
  for (let i = 0; i < holes.length; i++)
    if (pixels[4 * i + 3] !== 255) {
      holes[i] = 255
      count++
    }
  return count > 0 && count < holes.length ? holes : null
}

/**
 * Fills the holes of an opaque image with the inpainting that also fills the area behind the subject. Changes `pixels`.
 */
async function fillHoles(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  { width, height }: Rect,
  holes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const bitmap = await createImageBitmap(new ImageData(pixels, width, height))
  try {
    for (const { rect, rgba } of await inpaintPhoto({ bitmap, width, height }, holes, { seed: 0, signal }))
      for (let row = 0; row < rect.height; row++)
        for (let column = 0; column < rect.width; column++) {
          const [from, to] = [4 * (row * rect.width + column), (rect.y + row) * width + rect.x + column]
          if (!holes[to]) continue
          for (let c = 0; c < 3; c++) pixels[4 * to + c] = rgba[from + c] ?? 0
          pixels[4 * to + 3] = 255
        }
  } finally {
    bitmap.close()
  }
}

function imageOf(pixels: Uint8ClampedArray<ArrayBuffer>, { width, height }: Rect, bounds: Rect): OffscreenCanvas {
  // The CPU reads this canvas in each frame, so the canvas's pixels must not be stored in a texture.
  const context = createContext(bounds, { willReadFrequently: true })
  context.putImageData(new ImageData(pixels, width, height), -bounds.x, -bounds.y)
  return context.canvas
}

/** Returns the corners of a box (document px) in output px of the image. */
function cornersOf({ center, size, rotation }: Placed, doc: DocumentSnapshot, { scale, frame }: PicturePlan): Point[] {
  const { frame: picture } = outputPicture(doc, scale)
  const map = compose(
    turnMap(turnOf(doc), canvasSize(doc)),
    translationMatrix(center.x, center.y),
    rotationMatrix(rotation),
  )
  return transformedCorners(map, aboutCenter({ x: 0, y: 0 }, size)).map((corner) => ({
    x: corner.x * scale - picture.x - frame.x,
    y: corner.y * scale - picture.y - frame.y,
  }))
}
