import type { Point } from '#client/kit/geometry/geometry.ts'
import { maskGridOf } from '#client/media/segmenter/pipeline/networkInputs.ts'
import type { GridMask, SelectionInput } from '#client/media/segmenter/segmentationTypes.ts'

type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>

/** Distance of the seeds from the click, as a fraction of the photo's longer side. */
const RADIUS = 0.03
/** Number of seeds around the click. A region grows from each seed, because an object may have several colors. */
const SEEDS = 12
/**
 * Maximum extent of a region on each side of its seed, as a fraction of the photo's longer side. A larger region is
 * regarded as background.
 */
const REACH = 0.2
/** Maximum RGBA distances between a pixel of a region and the seed, tried in this order. */
const TOLERANCES = [48, 36, 27, 20, 14]

/**
 * Estimates the mask of the object at a click or in a box, within milliseconds. The network's mask later replaces the
 * estimate. For a click, selects regions of similar color that don't extend into the background; null if there is no
 * such region. For a box, selects the ellipse inside the box. `photo`: RGBA, straight alpha, row-major. `points`: px of
 * `photo`.
 */
export function estimateMask(photo: Pixels, [from, to]: SelectionInput['points']): GridMask | null {
  const { width, height } = photo
  const mask = { width, height, coverage: new Uint8Array(width * height) }
  if (!from) return null
  if (to?.kind === 'box-end') {
    const center = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
    addEllipse(mask, center, { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 })
    return mask
  }
  const radius = RADIUS * Math.max(width, height)
  const around = Array.from({ length: SEEDS }, (_, i) => {
    const angle = (2 * Math.PI * i) / SEEDS
    return { x: from.x + radius * Math.cos(angle), y: from.y + radius * Math.sin(angle) }
  })
  const regions = [from, ...around].map((seed) => largestRegion(photo, seed))
  if (!regions[0]) return null
  for (const region of regions) for (const at of region ?? []) mask.coverage[at] = 255
  return mask
}

/** Returns the largest region around the seed that doesn't extend into the background, or null if there is none. */
function largestRegion(photo: Pixels, seed: Point): Set<number> | null {
  for (const tolerance of TOLERANCES) {
    const region = growRegion(photo, seed, tolerance)
    if (region) return region
  }
  return null
}

/**
 * Estimates the mask of the chosen object, downscaled to the networks' grid. `points`: photo px. Null if the browser
 * can't create a canvas.
 */
export function estimateOfInput(photo: ImageBitmap, { points }: SelectionInput): GridMask | null {
  const { width, height } = maskGridOf(photo)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(photo, 0, 0, width, height)
  const scale = width / photo.width
  const scaled = points.map(({ x, y, kind }) => ({ x: x * scale, y: y * scale, kind }))
  return estimateMask(context.getImageData(0, 0, width, height), scaled)
}

function addEllipse({ width, height, coverage }: GridMask, center: Point, radii: Point): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.hypot((x + 0.5 - center.x) / radii.x, (y + 0.5 - center.y) / radii.y) <= 1) coverage[y * width + x] = 255
}

/**
 * Returns the indices of the connected pixels (4-neighborhood) around `seed` whose color and alpha are within `tolerance`
 * of the seed's. Returns null if the region extends beyond REACH, or if the seed is outside the photo.
 */
function growRegion({ width, height, data }: Pixels, seed: Point, tolerance: number): Set<number> | null {
  const [left, top] = [Math.floor(seed.x), Math.floor(seed.y)]
  if (left < 0 || top < 0 || left >= width || top >= height) return null
  const reach = REACH * Math.max(width, height)
  const start = top * width + left
  const region = new Set([start])
  const isSimilar = (at: number) => {
    let square = 0
    for (let c = 0; c < 4; c++) square += ((data[4 * at + c] ?? 0) - (data[4 * start + c] ?? 0)) ** 2
    return square <= tolerance ** 2
  }
  for (const at of region) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (Math.abs(x - left) > reach || Math.abs(y - top) > reach) return null
    const next = [x > 0 && at - 1, x < width - 1 && at + 1, y > 0 && at - width, y < height - 1 && at + width]
    for (const other of next) if (other !== false && !region.has(other) && isSimilar(other)) region.add(other)
  }
  return region
}
