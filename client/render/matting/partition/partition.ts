/** Divides the photo between the subject and lifted objects. Computes an object's coverage and its home plane. */
import type { Rect } from '#client/kit/base/geometry.ts'
import { dilateSquare } from '#client/kit/base/morphology.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { COVERED, matteBox } from '../separation.ts'

/** Maximum width of a strip of the subject that joins an adjacent object, as a fraction of the longer side. */
const STRIP_SHARE = 0.004
const MIN_STRIP = 2

/** Mattes that are compared to divide a photo between subject and object: one byte per px, row-major. */
export interface PartitionRequest {
  found: Coverage
  subject: Coverage | null
  /** True: the object takes nothing from the subject, unless the subject contains all of it. Absent = false. */
  keepsSubject?: boolean
}

/** The coverage of a lifted object, and its home: the plane that the object was lifted from. */
export interface ObjectPart {
  /** one byte per px of the photo, row-major */
  coverage: Uint8Array<ArrayBuffer>
  /** bounding box of the coverage, px */
  box: Rect
  home: 'subject' | 'background'
}

/** In an object higher than this (px), only every eighth row is counted. */
const LARGE = 1000

/**
 * Returns an object's coverage and its home: the plane (subject or background) that contains the larger part of the
 * object. Removes the subject's coverage from a background object. Adds to an object of the subject narrow strips that
 * would remain along its outline. Null if the object covers no pixel.
 */
export function partOf({ found, subject, keepsSubject = false }: PartitionRequest): ObjectPart | null {
  const around = matteBox(found)
  if (!around || !found.coverage.some((covered) => covered >= COVERED)) return null
  const part = takenPart(found, subject, around, keepsSubject)
  const box = matteBox({ ...found, coverage: part.coverage })
  return box && { ...part, box }
}

/**
 * Returns 'subject' if the subject contains at least half of the object, else 'background'. Both mattes belong to the
 * same photo. Counts every eighth row of a large object.
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
  found: Coverage,
  subject: Coverage | null,
  box: Rect,
  keepsSubject: boolean,
): Omit<ObjectPart, 'box'> {
  const coverage = found.coverage.slice()
  if (!subject) return { coverage, home: 'background' }
  const home = homeOf(found, subject)
  if (keepsSubject || home === 'background') {
    const beside = coverage.map((covered, i) => Math.min(covered, 255 - (subject.coverage[i] ?? 0)))
    if (home === 'background' || beside.some((covered) => covered >= COVERED))
      return { coverage: beside, home: 'background' }
  }
  takeStrips(coverage, subject, box)
  return { coverage, home: 'subject' }
}

/** Adds narrow strips of the subject between the object and the background to the object. */
function takeStrips(object: Uint8Array, subject: Coverage, box: Rect): void {
  const { width, height } = subject
  const strip = Math.max(MIN_STRIP, Math.round(STRIP_SHARE * Math.max(width, height)))
  const [left, top] = [Math.max(0, box.x - 2 * strip), Math.max(0, box.y - 2 * strip)]
  const size = {
    width: Math.min(width, box.x + box.width + 2 * strip) - left,
    height: Math.min(height, box.y + box.height + 2 * strip) - top,
  }
  const indexOf = (at: number) => (top + Math.floor(at / size.width)) * width + left + (at % size.width)
  const maskOf = (isSet: (index: number) => boolean) =>
    dilateSquare(
      Uint8Array.from({ length: size.width * size.height }, (_, at) => Number(isSet(indexOf(at)))),
      size,
      strip,
    )
  const nearObject = maskOf((index) => (object[index] ?? 0) >= COVERED)
  const nearBackground = maskOf((index) => (subject.coverage[index] ?? 0) < COVERED)
  for (let at = 0; at < nearObject.length; at++) {
    if (!nearObject[at] || !nearBackground[at]) continue
    const index = indexOf(at)
    object[index] = Math.max(object[index] ?? 0, subject.coverage[index] ?? 0)
  }
}
