/** Divides the photo between the subject and lifted objects. Computes an object's coverage and its home. */
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { dilateSquare, halvedMaximum } from '#client/kit/pixels/morphology.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { COVERED, matteBox } from '../separation.ts'
import { divideSubject } from './divideSubject.ts'

/** Maximum width of a strip of the subject that is added to a neighboring object, relative to the longer side. */
const STRIP_SHARE = 0.004
const MIN_STRIP = 2

/** Mattes that are compared to divide a photo between subject and object: one byte per px, row-major. */
export interface PartitionRequest {
  /** If `isPerson` is true, a person of the background also takes the subject's pixels in `found`. */
  found: Coverage & { isPerson?: boolean }
  subject: Coverage | null
  /**
   * If true, removes only islands (`takeIslands`) from the subject, unless the subject contains the whole object.
   * Default: false.
   */
  keepsSubject?: boolean
  /** If true, an object absorbs a small remainder of the subject at the photo's edge (`takeRest`). Default: false. */
  takesRest?: boolean
  /** If true, an object of the subject takes the whole subject. Default: false. */
  takesSubject?: boolean
}

/** The coverage of a lifted object, and its home: the subject or background that it was lifted from. */
export interface ObjectPart {
  /** Coverage of the object, one byte per px of the photo, row-major. */
  coverage: Uint8Array<ArrayBuffer>
  /** Bounding box of the coverage, px. */
  box: Rect
  home: 'subject' | 'background'
}

/**
 * Maximum height of an object whose rows are all counted, px. For a higher object, only every eighth row is counted.
 */
const LARGE = 1000

/**
 * Returns an object's coverage and its home, which is the subject or the background, whichever contains more of the
 * object. An object inside the subject is separated from the rest of the subject. From a background object, the
 * subject's coverage is removed, but the object's islands in the subject's matte are added. Returns null if the object
 * doesn't cover a pixel.
 */
export function partOf(request: PartitionRequest): ObjectPart | null {
  const { found: whole, subject, keepsSubject = false, takesRest = false, takesSubject = false } = request
  const found = withoutSpecks(whole)
  const around = matteBox(found)
  if (!around) return null
  const part = takenPart(found, subject, around, keepsSubject)
  if (subject && takesRest && part.home === 'subject') takeRest(part.coverage, subject)
  if (subject && takesSubject && part.home === 'subject')
    part.coverage.forEach((covered, at) => {
      part.coverage[at] = Math.max(covered, subject.coverage[at] ?? 0)
    })
  const box = matteBox({ ...found, coverage: part.coverage })
  return box && { ...part, box }
}

/**
 * Returns 'subject' if the subject contains at least half of the object, otherwise 'background'. Both mattes belong to
 * the same photo. Counts every eighth row of a large object.
 */
export function homeOf(object: Coverage, subject: Coverage): ObjectPart['home'] {
  const box = matteBox(object)
  if (!box) return 'background'
  const step = box.height > LARGE ? 8 : 1
  let [all, common] = [0, 0]
  for (let y = box.y; y < box.y + box.height; y += step)
    for (let at = y * object.width + box.x, end = at + box.width; at < end; at++) {
      if ((object.coverage[at] ?? 0) < COVERED) continue
      all++
      if ((subject.coverage[at] ?? 0) >= COVERED) common++
    }
  return all > 0 && 2 * common >= all ? 'subject' : 'background'
}

function takenPart(
  found: PartitionRequest['found'],
  subject: Coverage | null,
  box: Rect,
  keepsSubject: boolean,
): Omit<ObjectPart, 'box'> {
  const coverage = found.coverage.slice()
  if (!subject) return { coverage, home: 'background' }
  const home = homeOf(found, subject)
  if (keepsSubject || home === 'background') {
    const beside = coverage.map((covered, i) => Math.min(covered, 255 - (subject.coverage[i] ?? 0)))
    if (home === 'background' || beside.some((covered) => covered >= COVERED)) {
      takeIslands(beside, found, subject, box)
      return { coverage: beside, home: 'background' }
    }
  }
  takeFromSubject(coverage, subject, box)
  return { coverage, home: 'subject' }
}

/** Maximum area of the subject's remainder that an object absorbs, as a fraction of the subject's area. */
const REST_SHARE = 0.1

/**
 * Adds the pieces of the subject's remainder that are next to the object and at the photo's edge, if the remainder is
 * small. The network's mask of a person or an animal often ends before the photo's edge.
 */
function takeRest(object: Uint8Array, subject: Coverage): void {
  const { width, height } = subject
  const isRest = (at: number) => (subject.coverage[at] ?? 0) >= COVERED && (object[at] ?? 0) < COVERED
  const rest = { width, height, coverage: subject.coverage.map((_, at) => (isRest(at) ? 255 : 0)) }
  if (coveredPixels(rest) > REST_SHARE * coveredPixels(subject)) return
  const { small, scale } = reduced(rest)
  const { labels } = labelComponents({ ...small, inside: small.coverage })
  const [atEdge, besideObject] = [new Set<number>(), new Set<number>()]
  const isObject = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x * scale < width &&
    y * scale < height &&
    (object[y * scale * width + x * scale] ?? 0) >= COVERED
  labels.forEach((label, at) => {
    if (label === 0) return
    const [x, y] = [at % small.width, Math.floor(at / small.width)]
    if (x === 0 || y === 0 || x === small.width - 1 || y === small.height - 1) atEdge.add(label)
    if (isObject(x - 2, y) || isObject(x + 2, y) || isObject(x, y - 2) || isObject(x, y + 2)) besideObject.add(label)
  })
  const taken = Uint8Array.from(labels, (label) => Number(atEdge.has(label) && besideObject.has(label)))
  const near = dilateSquare(taken, small, stripOf(small)) // includes the soft edge
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (near[Math.floor(y / scale) * small.width + Math.floor(x / scale)])
        object[at] = Math.max(object[at] ?? 0, subject.coverage[at] ?? 0)
}

/** Separates an object inside the subject from the rest of the subject (`divideSubject`). */
function takeFromSubject(object: Uint8Array, subject: Coverage, box: Rect): void {
  const { size, indexOf } = surroundings(subject, box)
  const cut = (photo: Uint8Array) => new Uint8Array(size.width * size.height).map((_, at) => photo[indexOf(at)] ?? 0)
  const part = divideSubject({ object: cut(object), subject: cut(subject.coverage), size, strip: stripOf(subject) })
  part.forEach((covered, at) => {
    object[indexOf(at)] = covered
  })
}

/** Minimum area of a piece of an object, as a fraction of its largest piece. */
const PIECE_SHARE = 0.005

/** Longer side of the reduced mask for finding the pieces of an object, px. */
const PIECES_SIDE = 1024

/** Returns the mask downscaled by `scale`, a power of 2, to at most PIECES_SIDE. A pixel is the maximum of its pixels. */
function reduced(mask: Coverage): { small: Size & { coverage: Uint8Array }; scale: number } {
  let small: Size & { coverage: Uint8Array } = mask
  let scale = 1
  for (; Math.max(small.width, small.height) > PIECES_SIDE; scale *= 2) {
    const [width, height] = [Math.ceil(small.width / 2), Math.ceil(small.height / 2)]
    small = { width, height, coverage: halvedMaximum(small.coverage, small) }
  }
  return { small, scale }
}

/** Returns a mask without its pieces that are faint or tiny, which would become specks in the fill. */
export function withoutSpecks<T extends Coverage>(found: T): T {
  const { small, scale } = reduced(found)
  const { labels } = labelComponents({ ...small, inside: small.coverage })
  const areas: number[] = [0]
  small.coverage.forEach((covered, at) => {
    const label = labels[at] ?? 0
    areas[label] = (areas[label] ?? 0) + Number(covered >= COVERED)
  })
  const minArea = Math.max(1, PIECE_SHARE * areas.reduce((most, area) => Math.max(most, area)))
  const coverage = found.coverage.slice()
  for (let y = 0, at = 0; y < found.height; y++)
    for (let x = 0; x < found.width; x++, at++) {
      const label = coverage[at] ? labels[Math.floor(y / scale) * small.width + Math.floor(x / scale)] : 0
      if (label && (areas[label] ?? 0) < minArea) coverage[at] = 0
    }
  return { ...found, coverage }
}

/** Maximum area of an island, as a fraction of the object's area. */
const ISLAND_SHARE = 1 / 4

/**
 * Adds islands of the subject to a background object. An island is a small piece of the object that the subject's matte
 * contains and that ends inside the object. The subject's arm is not an island, because it continues outside the
 * object. Pieces inside a person are islands too, because the subject's matte often contains the legs of a person next to
 * the subject. The larger part of the subject never is, because a mask of several people may contain all of it. Includes
 * the island's soft edge, so that no outline remains in the subject.
 */
function takeIslands(object: Uint8Array, found: PartitionRequest['found'], subject: Coverage, box: Rect): void {
  const { size, indexOf, maskOf } = surroundings(subject, box)
  const isSubject = (at: number) => (subject.coverage[indexOf(at)] ?? 0) >= COVERED
  const isFound = (index: number) => (found.coverage[index] ?? 0) >= COVERED
  const nearObject = maskOf(isFound)
  const inside = nearObject.map((isNear, at) =>
    Number((found.isPerson ? isFound(indexOf(at)) : isNear > 0) && isSubject(at)),
  )
  const { labels, areas } = labelComponents({ ...size, inside })
  const half = coveredPixels(subject) / 2
  const maxArea = found.isPerson ? half : Math.min(ISLAND_SHARE * coveredPixels(found), half)
  const isIsland = areas.map((area) => area <= maxArea)
  if (!isIsland.includes(true)) return
  labels.forEach((label, at) => {
    if (label === 0 || found.isPerson) return
    const x = at % size.width
    const around = [x > 0 ? at - 1 : at, x < size.width - 1 ? at + 1 : at, at - size.width, at + size.width]
    if (around.some((next) => next in labels && !inside[next] && isSubject(next))) isIsland[label - 1] = false
  })
  const island = labels.map((label) => Number(isIsland[label - 1] ?? false))
  const nearIsland = dilateSquare(Uint8Array.from(island), size, stripOf(subject))
  const kept = nearObject.map((_, at) => Number(isSubject(at) && !island[at]))
  const nearKept = dilateSquare(kept, size, stripOf(subject))
  for (let at = 0; at < island.length; at++) {
    const isEdge = nearIsland[at] && !nearKept[at] && (subject.coverage[indexOf(at)] ?? 0) > 0
    if (island[at] || isEdge) object[indexOf(at)] = 255
  }
}

const coveredPixels = ({ coverage }: Coverage) =>
  coverage.reduce((sum, covered) => (covered >= COVERED ? sum + 1 : sum), 0)

const stripOf = ({ width, height }: Size) => Math.max(MIN_STRIP, Math.round(STRIP_SHARE * Math.max(width, height)))

/**
 * Returns the part of a photo around a box. `indexOf`: returns the photo's index of a pixel in the part. `maskOf`:
 * returns the pixels of the part within a strip's width of the set pixels.
 */
function surroundings(photo: Coverage, box: Rect) {
  const strip = stripOf(photo)
  const [left, top] = [Math.max(0, box.x - 2 * strip), Math.max(0, box.y - 2 * strip)]
  const size = {
    width: Math.min(photo.width, box.x + box.width + 2 * strip) - left,
    height: Math.min(photo.height, box.y + box.height + 2 * strip) - top,
  }
  const indexOf = (at: number) => (top + Math.floor(at / size.width)) * photo.width + left + (at % size.width)
  const maskOf = (isSet: (index: number) => boolean) =>
    dilateSquare(
      new Uint8Array(size.width * size.height).map((_, at) => Number(isSet(indexOf(at)))),
      size,
      strip,
    )
  return { size, indexOf, maskOf }
}
