/** Describes a photo for scripts and agents: size, subject, and the areas that the subject leaves free. */

import type { OpenedPhoto } from '#client/engine/openPhoto.ts'
import { cropTo } from '#client/engine/template/layeredImage.ts'
import { base64Of } from '#client/kit/bytes/bytes.ts'
import { type Rect, sizeWithin } from '#client/kit/geometry/geometry.ts'
import { computePhotoColors } from '#client/layers/colors/photoColors.ts'
import { reducedCoverage } from '#client/layers/colors/reducedPixels.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import { createContext, srgbCopy } from '#client/model/assets/pixels.ts'
import type { AssetStore, BitmapAsset, Coverage } from '#client/model/assets/store.ts'
import type { Crop } from '#client/model/document/crop.ts'
import { type DescribeAnswer, type PercentBox, PREVIEW_SIDE } from '#server/contract/render.ts'

/** Number of cells per side of the grid that is searched for free areas. */
const GRID = 20
/** Number of mask samples per side of a grid cell. */
const SAMPLES = 10
/** Maximum mean mask coverage of a free area, 0..1. */
const FREE = 0.01
/** Minimum side of a free area, cells. */
const MIN_CELLS = 3
const MAX_AREAS = 3

/** The description of the photo without the preview. */
type Facts = Omit<DescribeAnswer & { ok: true }, 'ok' | 'preview'>

/**
 * Describes an open photo. Positions are relative to the crop with the aspect ratio `frame`. `people` in the result is
 * the number of people that the refiner's networks detect, or 0 if the networks fail.
 */
export async function describePhoto(
  { doc, subject }: OpenedPhoto,
  { bitmap, width, height }: BitmapAsset,
  { frame, assets, refiner }: { frame: string; assets: AssetStore; refiner: Pick<SegmentationRefiner, 'eachPerson'> },
  signal: AbortSignal,
): Promise<Facts> {
  const shown = cropTo(frame as Crop['format'], doc) ?? { x: 0, y: 0, width, height }
  const matte = doc.separation && assets.matte(doc.separation.matte)
  const people = await refiner.eachPerson(bitmap, { signal })
  return {
    width,
    height,
    subject,
    box: doc.separation && percentBox(doc.separation.box, shown),
    share: matte ? rounded(100 * mean(matte.coverage)) : 0,
    people: people.ok ? people.value.length : 0,
    freeAreas: matte ? freeAreas(matte, shown) : [{ x: 0, y: 0, width: 100, height: 100 }],
    colors: await computePhotoColors(doc, assets),
  }
}

const rounded = (percent: number) => Math.round(10 * percent) / 10

const percentBox = ({ x, y, width, height }: Rect, on: Rect): PercentBox => ({
  x: rounded((100 * (x - on.x)) / on.width),
  y: rounded((100 * (y - on.y)) / on.height),
  width: rounded((100 * width) / on.width),
  height: rounded((100 * height) / on.height),
})

/** Returns the mean of the coverage values, 0..1. */
const mean = (coverage: Uint8Array) => coverage.reduce((sum, each) => sum + each, 0) / (255 * coverage.length)

/**
 * Returns up to three large rectangles of `shown` (photo px) that the mask leaves free, largest first, without overlap.
 * The rectangles are in percent of `shown`.
 */
export function freeAreas(mask: Coverage, shown: Rect): PercentBox[] {
  const taken = cellsOf(mask, shown).map((cover) => (cover > FREE ? 1 : 0))
  const found: PercentBox[] = []
  while (found.length < MAX_AREAS) {
    const best = largestFree(taken)
    if (!best) break
    found.push(percentBox(best, { x: 0, y: 0, width: GRID, height: GRID }))
    for (let y = best.y; y < best.y + best.height; y++) taken.fill(1, y * GRID + best.x, y * GRID + best.x + best.width)
  }
  return found
}

/** Returns the mean coverage of each cell of `shown`, 0..1, row-major. */
function cellsOf(mask: Coverage, shown: Rect): number[] {
  const sums = new Array<number>(GRID * GRID).fill(0)
  const side = GRID * SAMPLES
  const whole = { x: Math.floor(shown.x), y: Math.floor(shown.y), width: shown.width, height: shown.height }
  for (const [i, cover] of reducedCoverage(mask, { width: side, height: side }, whole).entries()) {
    const cell = Math.floor(i / side / SAMPLES) * GRID + Math.floor((i % side) / SAMPLES)
    sums[cell] = (sums[cell] ?? 0) + cover / (255 * SAMPLES ** 2)
  }
  return sums
}

/**
 * Returns the largest rectangle of cells whose value is 0. Returns null if no such rectangle has sides of at least
 * MIN_CELLS.
 */
function largestFree(taken: readonly number[]): Rect | null {
  let best: Rect | null = null
  // for each column, the number of consecutive free cells that end at the current row
  const depth = new Array<number>(GRID).fill(0)
  for (let bottom = 0; bottom < GRID; bottom++) {
    for (let x = 0; x < GRID; x++) depth[x] = taken[bottom * GRID + x] ? 0 : (depth[x] ?? 0) + 1
    for (let left = 0; left < GRID; left++)
      for (let right = left, height = GRID; right < GRID; right++) {
        height = Math.min(height, depth[right] ?? 0)
        const width = right - left + 1
        if (Math.min(width, height) < MIN_CELLS) continue
        if (!best || width * height > best.width * best.height)
          best = { x: left, y: bottom - height + 1, width, height }
      }
  }
  return best
}

/**
 * Returns an image as an sRGB JPEG in base64, with sides of at most PREVIEW_SIDE px. Transparent pixels become white.
 */
export async function previewOf(image: Blob | ImageBitmap): Promise<string> {
  const source = await (image instanceof ImageBitmap
    ? srgbCopy(image, sizeWithin(image, PREVIEW_SIDE))
    : createImageBitmap(image))
  const { width, height } = sizeWithin(source, PREVIEW_SIDE)
  const context = createContext({ width, height })
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(source, 0, 0, width, height)
  source.close()
  return base64Of(await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }))
}
