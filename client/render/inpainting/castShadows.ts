/** Finds the shadow that an object casts on the ground, which would otherwise stay in the photo and be copied. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { boxMean } from '#client/kit/pixels/boxMean.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { dilateSquare, distanceInside } from '#client/kit/pixels/morphology.ts'
import type { Inpainting } from './levelFeatures.ts'

/** Radius of the square in which colors are averaged, px. */
const SMOOTHING = 2
/** Added to each color, because noise dominates the ratios of dark colors. */
const DARK = 12
/** Distance within which a shadow is searched, relative to the root of the area of the object's box. */
const REACH = 0.6
const MIN_REACH = 8
/** A shadow begins in the lower part of the object's box, at this fraction of its height. */
const TOP = 0.55
/** Distance of the ground whose colors are compared with the shadow, relative to the reach. */
const GROUND_DISTANCE = 0.35
/** Half the number of rows whose ground is compared with the shadow's pixels. */
const GROUND_ROWS = 6
const MIN_GROUND = 20
/** Range of the fraction of the ground's light that a shadow lacks, and its minimum in deviations of the ground. */
const DEPTH = { least: 0.1, most: 0.8, deviations: 1.5 }
/** Maximum relative differences of red/green and blue/green from the ground. A shadow in the sun is bluish. */
const HUE = { red: 0.22, blue: 0.3 }
/** Further ground that a shadow fades into, relative to the root of the area of the object's box. */
const PENUMBRA = 0.02

/**
 * Limits of a certain shadow, chosen on 70 photos. Dark objects, dark rocks and the shade of a forest exceed them.
 * `area`, `least`: relative to the object. `lower`: minimum share of the shadow, and of its contact with the object, in
 * the lower quarter of the object's box and below. `noise`: maximum deviation of the ground, absolute and relative to
 * the shadow's depth. `cut`: maximum share of the shadow at the border of the search or of the photo. `elsewhere`:
 * maximum area of other pixels that are as dark, relative to the shadow. `kept`: maximum length of the shadow's contact
 * with cutouts that stay, which may cast the shadow, relative to its contact with the object.
 */
const CERTAIN = {
  least: 0.02,
  area: 0.8,
  lower: { area: 0.55, contact: 0.5 },
  noise: { absolute: 0.2, relative: 0.4 },
  cut: 0.04,
  elsewhere: 1.5,
  kept: 0.1,
}
/** Maximum fraction of the image that an object with a certain shadow covers. */
const MAX_OBJECT = 0.4

/** Smoothed luma, red/green and blue/green per pixel. */
type Tones = readonly [luma: Float32Array, red: Float32Array, blue: Float32Array]

/** Median tones of the ground in some rows, and the median deviation of its luma relative to the median. */
interface Ground {
  luma: number
  red: number
  blue: number
  deviation: number
}

/**
 * Returns the certain shadows of the objects that the hole removes: one byte per pixel, 1 = shadow. Pixels of the hole
 * and excluded pixels are 0. Returns null if there is none.
 */
export function castShadows(picture: Inpainting): Uint8Array<ArrayBuffer> | null {
  const { width, height, hole, excluded } = picture
  const { labels, areas } = labelComponents({ width, height, inside: hole })
  const isKnown = hole.map((isHole, at) => Number(!isHole && !excluded?.[at]))
  const tones = tonesOf(picture, isKnown)
  const shadows = new Uint8Array(hole.length)
  for (const [i, area] of areas.entries()) {
    if (area > MAX_OBJECT * hole.length) continue
    const object = hole.map((_, at) => Number(labels[at] === i + 1))
    const shadow = shadowOf({ width, height, object, area, isKnown, excluded, tones })
    if (shadow) for (const at of shadow.keys()) if (shadow[at] && isKnown[at]) shadows[at] = 1
  }
  return shadows.includes(1) ? shadows : null
}

function tonesOf({ width, height, pixels }: Inpainting, isKnown: Uint8Array): Tones {
  const share = boxMean(new Float32Array(isKnown), { width, height }, SMOOTHING, 'clip')
  const [red, green, blue] = [0, 1, 2].map((c) => {
    const known = Float32Array.from(isKnown, (value, at) => value * (pixels[3 * at + c] ?? 0))
    const mean = boxMean(known, { width, height }, SMOOTHING, 'clip')
    return mean.map((value, at) => (share[at] ? value / (share[at] ?? 1) : 0) + DARK)
  }) as [Float32Array, Float32Array, Float32Array]
  const luma = red.map((r, at) => 0.3 * r + 0.59 * (green[at] ?? 0) + 0.11 * (blue[at] ?? 0))
  const ratio = (to: Float32Array) => to.map((value, at) => value / (green[at] ?? 1))
  return [luma, ratio(red), ratio(blue)]
}

interface Search extends Size {
  /** One byte per pixel: 1 = in the object. */
  object: Uint8Array
  area: number
  /** One byte per pixel: 1 = neither in the hole nor excluded. */
  isKnown: Uint8Array
  excluded: Uint8Array | undefined
  tones: Tones
}

/** Returns the shadow of one object with its penumbra, or null if none is certain. */
function shadowOf({ width, height, object, area, isKnown, excluded, tones }: Search): Uint8Array | null {
  const [luma, red, blue] = tones
  const box = boxOf(object, width)
  if (box.bottom >= height - 2) return null // the photo cuts off the object, so the ground isn't visible
  const side = Math.sqrt((box.right - box.left + 1) * (box.bottom - box.top + 1))
  const reach = Math.max(MIN_REACH, Math.round(REACH * side))
  const tall = box.bottom - box.top + 1
  const first = Math.ceil(box.top + TOP * tall)
  const last = Math.min(height - 1, Math.floor(box.bottom + Math.min(reach, REACH * REACH * side)))
  const outside = object.map((value) => 1 - value)
  const distance = distanceInside(outside, { width, height })
  const grounds = Array.from({ length: height }, (_, y) =>
    y < first || y > last ? null : groundAt(y, { width, height, box, reach, distance, isKnown, tones }),
  )
  /** The fraction of the ground's light that the pixel lacks. Null outside the searched region. */
  const depthAt = (at: number): number | null => {
    const ground = isKnown[at] && (distance[at] ?? 0) <= reach ? grounds[Math.floor(at / width)] : null
    return ground ? 1 - (luma[at] ?? 0) / ground.luma : null
  }
  const isDark = object.map((_, at) => {
    const depth = depthAt(at)
    const ground = grounds[Math.floor(at / width)]
    if (depth === null || !ground) return 0
    const isDarker = depth > Math.max(DEPTH.least, DEPTH.deviations * ground.deviation) && depth < DEPTH.most
    const isAlike = (own: number, other: number, limit: number) => Math.abs(own / other - 1) < limit
    return Number(
      isDarker && isAlike(red[at] ?? 0, ground.red, HUE.red) && isAlike(blue[at] ?? 0, ground.blue, HUE.blue),
    )
  })
  const { labels } = labelComponents({ width, height, inside: isDark })
  const touching = [...isDark.keys()].filter((at) => isDark[at] && (distance[at] ?? 0) <= 2)
  const parts = new Set(touching.map((at) => labels[at]))
  const shadow = isDark.map((value, at) => Number(value && parts.has(labels[at])))
  const cells = [...shadow.keys()].filter((at) => shadow[at])
  const share = (all: readonly number[], isCounted: (at: number) => boolean) =>
    all.filter(isCounted).length / all.length
  const isLow = (at: number) => Math.floor(at / width) >= box.bottom - tall / 4
  const isCut = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return (distance[at] ?? 0) >= reach - 1 || y >= last - 1 || x < 2 || x >= width - 2
  }
  const around = dilateSquare(shadow, { width, height }, 2)
  const beside = around.reduce((sum, isNear, at) => sum + (isNear && excluded?.[at] ? 1 : 0), 0)
  const region = [...object.keys()].filter((at) => depthAt(at) !== null)
  const rest = medianOf(region.filter((at) => !shadow[at]).map((at) => Math.abs(depthAt(at) ?? 0)))
  const depth = cells.reduce((sum, at) => sum + (depthAt(at) ?? 0), 0) / cells.length
  const dark = isDark.reduce((sum, value) => sum + value, 0)
  const isCertain =
    cells.length >= CERTAIN.least * area &&
    cells.length < CERTAIN.area * area &&
    share(cells, isLow) > CERTAIN.lower.area &&
    share(touching, isLow) > CERTAIN.lower.contact &&
    rest < Math.min(CERTAIN.noise.absolute, CERTAIN.noise.relative * depth) &&
    share(cells, isCut) < CERTAIN.cut &&
    dark - cells.length < CERTAIN.elsewhere * cells.length &&
    beside <= CERTAIN.kept * touching.length
  if (!isCertain) return null
  const penumbra = Math.max(2, Math.round(PENUMBRA * side))
  return dilateSquare(shadow, { width, height }, penumbra).map((value, at) =>
    Math.floor(at / width) >= first - penumbra ? value : 0,
  )
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function boxOf(mask: Uint8Array, width: number): Box {
  const box = { left: width, top: mask.length, right: -1, bottom: -1 }
  for (let at = 0; at < mask.length; at++) {
    if (!mask[at]) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

type Around = Omit<Search, 'object' | 'area' | 'excluded'> & { box: Box; reach: number; distance: Uint16Array }

/** Returns the ground in the rows around `y`, at some distance from the object. Null if too little is known. */
function groundAt(
  y: number,
  { width, height, box, reach, distance, isKnown, tones: [luma, red, blue] }: Around,
): Ground | null {
  const cells: number[] = []
  for (let row = Math.max(0, y - GROUND_ROWS); row <= Math.min(height - 1, y + GROUND_ROWS); row += 2)
    for (let x = Math.max(0, box.left - 2 * reach); x <= Math.min(width - 1, box.right + 2 * reach); x += 2) {
      const at = row * width + x
      if (isKnown[at] && (distance[at] ?? 0) >= GROUND_DISTANCE * reach) cells.push(at)
    }
  if (cells.length < MIN_GROUND) return null
  const median = (values: Float32Array) => medianOf(cells.map((at) => values[at] ?? 0))
  const middle = median(luma)
  const deviation = medianOf(cells.map((at) => Math.abs((luma[at] ?? 0) / middle - 1)))
  return { luma: middle, red: median(red), blue: median(blue), deviation }
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
