/** Places the cut-out subject of a photo in a template. */
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { clampField } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type SubjectPlace, subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { areaIn } from './placeLayer.ts'
import type { SubjectLayout } from './templateLayout.ts'

/**
 * Distance from the photo's edge to the tested row or column of pixels, as a fraction of the photo's side. If the
 * subject covers enough of this row or column, the edge cuts the subject off.
 */
const AT_EDGE = 0.008

/** An edge cuts the subject off if at least this fraction of the subject's side touches the edge. */
const LEAST_CUT = 0.15

/**
 * A subject that is cut off on both sides counts as wide as the photo if it has at least this fraction of the photo's
 * width.
 */
const ACROSS = 0.98

/**
 * A subject is wide if its height is below the fraction WIDE of its area's height. WIDER is the maximum width of a wide
 * subject, as a multiple of its area's width.
 */
const WIDE = 0.6
const WIDER = 1.3
/** Maximum width of a subject that isn't cut off, as a fraction of the image's width. */
const MAX_WIDTH = 0.94

/**
 * Maximum height of a subject in a close-up, as a multiple of its area's height. UPPER_BODY is the minimum height of its
 * visible part, as a multiple of its width.
 */
const CLOSE_UP = 1.8
const UPPER_BODY = 1.25

/** Maximum height of a subject that is cut off on both sides, as a fraction of the image's height. */
const MAX_EXCESS = 1.35

/** Which edges of the photo cut the subject off. */
export interface SubjectCuts {
  left: boolean
  top: boolean
  right: boolean
  bottom: boolean
}

/**
 * Returns which edges of the photo cut the subject off. Such an edge crosses a large part of the subject and not just a
 * tip. `box`: the subject's box in photo px. `least`: minimum fraction of the subject's side that touches such an edge.
 */
export function cutsOf(
  box: Immutable<Rect>,
  { width, height, coverage }: MatteAsset,
  least: number = LEAST_CUT,
): SubjectCuts {
  const [insetX, insetY] = [Math.ceil(AT_EDGE * width), Math.ceil(AT_EDGE * height)]
  const column = (x: number) => shareOf(height, (i) => coverage[i * width + x] ?? 0) * (height / box.height)
  const row = (y: number) => shareOf(width, (i) => coverage[y * width + i] ?? 0) * (width / box.width)
  return {
    left: column(insetX) > least,
    top: row(insetY) > least,
    right: column(width - 1 - insetX) > least,
    bottom: row(height - 1 - insetY) > least,
  }
}

/** Returns the mean coverage (0..1) of `count` pixels. */
function shareOf(count: number, coverageAt: (i: number) => number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += coverageAt(i)
  return sum / (255 * count)
}

const NO_CUTS: SubjectCuts = { left: false, top: false, right: false, bottom: false }

/**
 * Returns the subject's fields that place it in the document's image. `box`: the subject's box on the photo, px.
 * `cuts`: null if no edge cuts the subject off.
 */
export function subjectPlace(
  { area, floor = 1, ...rules }: SubjectLayout,
  box: Immutable<Rect>,
  doc: DocumentSnapshot,
  cuts: SubjectCuts | null,
): SubjectPlace {
  const picture = pictureInDocument(doc)
  const place = { stage: areaIn([0, 0, 1, floor], picture), area: areaIn(area, picture), ...rules }
  return fitSubject(box, doc.photo ?? picture, cuts ?? NO_CUTS, place)
}

/**
 * Returns the subject's fields that place it in `area`. If the photo's edge cuts the subject off, the cut is placed at
 * the edge of `stage`, because a straight cut inside the image would look like a mistake. `stage`: the part of the
 * image where the subject is visible. All lengths are document px.
 */
function fitSubject(
  box: Immutable<Rect>,
  photo: Size,
  cut: SubjectCuts,
  {
    stage,
    area: own,
    isAside,
    isCloseUp,
    isStanding,
  }: Omit<SubjectLayout, 'area' | 'floor'> & { stage: Rect; area: Rect },
): SubjectPlace {
  // a standing subject without feet reaches down to the edge
  const area = isStanding && cut.bottom ? { ...own, height: stage.y + stage.height - own.y } : own
  // a wide subject may be wider than its area, but not if it would be over the text next to it
  const wider = isAside && !isStanding ? 1 : WIDER
  const scale = Math.max(scaleOf(box, cut, stage, area, wider), isCloseUp ? closeUpScale(box, area) : 0)
  const percent = clampField(subjectPlaceFields.foregroundSize, 100 * scale)
  const [width, height] = [(percent / 100) * box.width, (percent / 100) * box.height]
  const middle = keepInMargins(area.x + area.width / 2, width, stage)
  // a subject as wide as the photo is cut off on both sides, and a single edge of the image can't hide both cuts
  const isCentered = !isAside && box.width > ACROSS * photo.width
  const x = isCentered ? middle : centerSide(cut.left, cut.right, stage.x, stage.width, middle, width)
  // a wide subject is centered vertically unless it stands; other subjects are at the lower edge of their area
  const isLow = !isStanding && height < WIDE * area.height + 1
  const rest = isLow ? area.y + area.height / 2 : area.y + area.height - height / 2
  const top = cut.top ? stage.y : area.y
  const isCutBelow = isCloseUp && top + height > stage.y + stage.height
  const y = isCutBelow
    ? top + height / 2
    : centerSide(cut.top && cut.bottom, cut.bottom, stage.y, stage.height, rest, height)
  const offset = (to: number, from: number, room: number) =>
    clampField(subjectPlaceFields.foregroundPosition.fields.x, (100 * (to - from)) / room)
  return {
    foregroundSize: percent,
    foregroundPosition: {
      x: offset(x, box.x + box.width / 2, photo.width),
      y: offset(y, box.y + box.height / 2, photo.height),
    },
  }
}

/** Returns the scale at which the upper part of a tall subject fills the area. */
const closeUpScale = (box: Immutable<Rect>, area: Rect): number =>
  Math.min(area.width / box.width, area.height / (UPPER_BODY * box.width), (CLOSE_UP * area.height) / box.height)

function scaleOf(box: Immutable<Rect>, cut: SubjectCuts, stage: Rect, area: Rect, wider: number): number {
  const contained = Math.min(area.width / box.width, area.height / box.height)
  const across = stage.width / box.width
  if (cut.left && cut.right)
    return across * box.height < MAX_EXCESS * stage.height ? Math.max(contained, across) : contained
  if (cut.left || cut.right) {
    // distance from the image's edge to the opposite side of the area
    const span = cut.left ? area.x + area.width - stage.x : stage.x + stage.width - area.x
    const rise = cut.bottom ? stage.y + stage.height - area.y : area.height
    return Math.max(contained, Math.min(span / box.width, rise / box.height))
  }
  const isWide = contained * box.height < WIDE * area.height
  if (!isWide || cut.top || cut.bottom) return contained
  const room = Math.min(MAX_WIDTH * stage.width, wider * area.width)
  return Math.max(contained, Math.min(room / box.width, (WIDE * area.height) / box.height))
}

/**
 * Returns the center of a side with this `length`. If an edge cuts the subject off, the side is aligned with this edge.
 * Otherwise the center is `wanted`.
 */
function centerSide(
  isCutBefore: boolean,
  isCutAfter: boolean,
  start: number,
  room: number,
  wanted: number,
  length: number,
): number {
  if (isCutBefore && isCutAfter) return length >= room ? start + room / 2 : start + room - length / 2
  if (isCutAfter) return start + room - length / 2
  if (isCutBefore) return start + length / 2
  return wanted
}

/** Returns the center, moved so that a subject of this width is within the image's margins. */
function keepInMargins(center: number, width: number, picture: Rect): number {
  const margin = ((1 - MAX_WIDTH) / 2) * picture.width
  const [least, most] = [picture.x + margin + width / 2, picture.x + picture.width - margin - width / 2]
  return least > most ? picture.x + picture.width / 2 : clamp(center, least, most)
}
