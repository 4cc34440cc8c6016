/** Measures the letters that the subject hides, and finds positions where a text layer can be read. */
import { invert, transformPoint } from '#client/kit/geometry/affine.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { handlePoint } from '#client/render/compositor/handles.ts'
import { type Placed, uprightBox } from '#client/render/kind.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { cheapest, cheapestPlace, pointsIn, subjectCoverage } from './occlusion.ts'

/** The letters of each word. A letter's box is relative to the text's box, whose edges are at -1 and 1. */
export type Words = readonly (readonly Rect[])[]

/** A text layer in one size. `box`: the text's letters. `outline`: the box that stays within the image. */
export interface SizedText {
  box: Placed
  outline: Placed
  words: Words
}

/** Number of sample points along the width of a letter's box. */
const SAMPLES = 4
/** Weights of the rows of sample points, top to bottom. A letter's upper half is easier to recognize than its lower. */
const ROWS = [0.34, 0.3, 0.21, 0.15]
/** Hidden fractions: up to the first, a letter counts as complete. From the second on, the letter counts as lost. */
const [COMPLETE, LOST] = [0.3, 0.6]
/** Minimum hidden fraction of an invisible letter, and the number of lost letters that it counts as. */
const [UNSEEN, UNSEEN_WEIGHT] = [0.9, 1.35]
/** The part of a word that the subject may hide. */
interface Limit {
  /** Number of letters. */
  letters: number
  /** Fraction of a short word's letters, where `letters` would be too many. */
  short: number
  /** Fraction of a long word's letters, where `letters` would be too few. */
  long: number
  /** Weight of the first and the last letter of a word. They help most in reading it. */
  ends: number
}
/** The words can be read immediately. */
export const CLEAR: Limit = { letters: 1.1, short: 0.28, long: 0.15, ends: 1.4 }
/** The words can be read at a second look. */
export const LEGIBLE: Limit = { letters: 1.6, short: 0.4, long: 0.2, ends: 2 }
/** Cost of a place where a word can't be read or the text isn't allowed. It exceeds the sum of all other costs. */
const UNUSABLE = 10
/** Cost of each letter that a word loses beyond `LEGIBLE`. Hidden letters are better than a tiny text layer. */
const LETTER_WEIGHT = 0.25
/** Cost of words that need a second look. A text layer scaled below about 60 % costs more. */
const SECOND_LOOK = 0.12
/** Additional cost of words with a completely hidden letter. */
const GAP = 0.15
/** Cost of hiding parts of all letters of a text layer. */
const HIDDEN_WEIGHT = 0.2
/** Cost of a text layer without height. */
const SIZE_WEIGHT = 0.45
/** Cost of a text layer that covers only the head. It exceeds the cost of the smallest size. */
const HEAD_WEIGHT = 2.5
/** Height of the strips at the top and bottom where apps cover a story, as a fraction of the image's height. */
const APPS = 0.12
/** Minimum height of a story of a social app, as a multiple of its width. */
const STORY = 1.7
/** Cost of a text layer that is partly in such a strip. It exceeds the cost of the smallest size. */
const BELOW_APPS = 0.25
/** Cost of a text layer that isn't centered horizontally in the image. */
const OFF_CENTRE_WEIGHT = 0.15

/** Number of sample points across and down a text layer. They measure the covered part of a head. */
const [ACROSS, DOWN] = [24, 8]

/** Returns true if the subject hides at most `limit` of every word of a text layer. */
export const isReadable = (
  layer: Immutable<LayerBase>,
  text: Pick<SizedText, 'box' | 'words'>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  limit = CLEAR,
) => excessLetters(lostParts(text, subjectCoverage(layer, doc, matte)), limit) === 0

/**
 * Returns the text in the size and at the position where the text is large and all words can be read. If there is no
 * such place, `isReadable` is false, and the worst word loses as few letters as possible. `sizes`: the text in several
 * sizes, the preferred size first. `isAllowed` accepts the text's bounds, document px. Of places that are almost
 * equally readable, prefers one with equal margins at the sides.
 */
export function mostReadable<T extends SizedText>(
  layer: Immutable<LayerBase>,
  sizes: readonly T[],
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed: (bounds: Rect) => boolean = () => true,
): T & { isReadable: boolean } {
  const coverageAt = subjectCoverage(layer, doc, matte)
  const picture = pictureInDocument(doc)
  const best = largestAndCheapest(sizes, doc, (text) => {
    const { box, outline } = text
    const lost = lostParts(text, coverageAt)
    const excess = excessLetters(lost, LEGIBLE)
    const isUsable = excess === 0 && isAllowed(uprightBox(box))
    const isCentred = Math.abs(outline.center.x - picture.x - picture.width / 2) < 1
    return (
      (isUsable ? 0 : UNUSABLE + LETTER_WEIGHT * excess) +
      (excessLetters(lost, CLEAR) > 0 ? SECOND_LOOK : 0) +
      (lost.flat().some((part) => part > 1) ? GAP : 0) +
      HIDDEN_WEIGHT * mean(lost.flat()) +
      (isCentred ? 0 : OFF_CENTRE_WEIGHT)
    )
  })
  return { ...best, isReadable: best.cost < UNUSABLE }
}

/**
 * Returns a text layer in front of the subject in the size and at the position where the text is large and covers
 * little of the head. `sizes`: the text in several sizes, the preferred size first. `isAllowed` accepts the text's
 * bounds, document px.
 */
export const besideHead = <T extends SizedText>(
  sizes: readonly T[],
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed: (bounds: Rect) => boolean,
): T =>
  largestAndCheapest(
    sizes,
    doc,
    ({ box }) => (isAllowed(uprightBox(box)) ? 0 : UNUSABLE) + HEAD_WEIGHT * coveredHead(box, doc, matte),
  )

/** Returns the text in the size and at the position with the lowest cost. */
function largestAndCheapest<T extends SizedText>(
  sizes: readonly T[],
  doc: DocumentSnapshot,
  costOf: (text: T) => number,
): T & { cost: number } {
  const placed = (text: T) => {
    const { box, outline } = text
    const movedTo = (to: Placed): T => {
      const center = {
        x: box.center.x + to.center.x - outline.center.x,
        y: box.center.y + to.center.y - outline.center.y,
      }
      return { ...text, box: { ...box, center }, outline: to }
    }
    const place = cheapestPlace(outline, doc, (to) => costOf(movedTo(to)) + (isBelowApps(to, doc) ? BELOW_APPS : 0))
    return { ...movedTo(place.box), cost: place.cost + sizeCost(text) }
  }
  const sizeCost = ({ box }: T) => {
    const share = box.size.height / (sizes[0]?.box.size.height ?? 1)
    return SIZE_WEIGHT * (1 - share)
  }
  // a smaller text is not placed if its size alone costs more than the best place of a larger text layer
  return sizes.reduce<(T & { cost: number }) | null>(
    (best, text) => (best && best.cost <= sizeCost(text) ? best : cheapest([...(best ? [best] : []), placed(text)])),
    null,
  ) as T & { cost: number } // safe cast: callers pass at least one size
}

/** Returns true if a part of the box is in a strip that apps cover. */
function isBelowApps(box: Placed, doc: DocumentSnapshot): boolean {
  const { y, width, height } = pictureInDocument(doc)
  const bounds = uprightBox(box)
  return height > STORY * width && (bounds.y < y + APPS * height || bounds.y + bounds.height > y + (1 - APPS) * height)
}

/**
 * Returns the fraction (0..1) of a text layer's box that covers the subject. The subject's upper edge, near the head,
 * counts fully, the middle a quarter, and the lower edge doesn't count.
 */
export function coveredHead(box: Placed, doc: DocumentSnapshot, matte: MatteAsset): number {
  const coverageAt = subjectCoverage({ placement: 'background' }, doc, matte)
  const subject = doc.separation?.box
  if (!subject) return 0
  const toPhoto = invert(subjectMap(doc))
  const weightAt = (at: Point) => clamp(1 - (transformPoint(toPhoto, at).y - subject.y) / subject.height, 0, 1)
  return mean(pointsIn(box, ACROSS, DOWN).map((at) => coverageAt(at) * weightAt(at) ** 2))
}

/** Returns the lost part of each letter of each word: 0 = complete, 1 = can't be read, more = completely hidden. */
const lostParts = ({ box, words }: Pick<SizedText, 'box' | 'words'>, coverageAt: (at: Point) => number) =>
  words.map((word) => word.map((letter) => lostPart(letter, box, coverageAt)))

/**
 * Returns by how many letters the worst word exceeds its limit. A partly hidden letter counts as a part of a letter.
 */
const excessLetters = (words: readonly (readonly number[])[], limit: Limit): number =>
  Math.max(
    0,
    ...words.map((lost) => {
      const weighted = lost.map((part, i) => part * (i === 0 || i === lost.length - 1 ? limit.ends : 1))
      return sum(weighted) - mayLose(lost.length, limit)
    }),
  )

const mayLose = (length: number, { letters, short, long }: Limit) =>
  Math.max(Math.min(short * length, letters), long * length)

function lostPart({ x, y, width, height }: Rect, box: Placed, coverageAt: (at: Point) => number): number {
  const rows = ROWS.map((weight, row) => {
    const down = y + (height * (row + 0.5)) / ROWS.length
    const samples = Array.from({ length: SAMPLES }, (_, i) =>
      coverageAt(handlePoint(box, { x: x + (width * (i + 0.5)) / SAMPLES, y: down })),
    )
    return weight * mean(samples)
  })
  const hidden = sum(rows)
  return hidden > UNSEEN ? UNSEEN_WEIGHT : clamp((hidden - COMPLETE) / (LOST - COMPLETE), 0, 1)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
