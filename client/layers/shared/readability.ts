/** Measures the letters that the subject hides, and finds positions where a text can be read. */
import { invert, transformPoint } from '#client/kit/base/affine.ts'
import type { Point, Rect } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { clamp } from '#client/kit/base/numbers.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { handlePoint } from '#client/render/compositor/handles.ts'
import { type Placed, uprightBox } from '#client/render/kind.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { cheapest, cheapestPlace, pointsIn, subjectCoverage } from './occlusion.ts'

/** The letters of each word. A letter's box is relative to the text's box, whose edges are at -1 and 1. */
export type Words = readonly (readonly Rect[])[]

/** A text in one size. `box`: the text's letters. `outline`: the box that stays within the image. */
export interface SizedText {
  box: Placed
  outline: Placed
  words: Words
}

/** Number of sample points along the width of a letter's box, and along its height. */
const SAMPLES = 4
/** Hidden fractions up to which a letter counts as complete, and from which it counts as lost. */
const [COMPLETE, LOST] = [0.3, 0.6]
/** The part of a word that the subject may hide. */
interface Limit {
  /** Number of letters. */
  letters: number
  /** Fraction of the letters of a short word, for which `letters` would be too many. */
  short: number
  /** Fraction of the letters of a long word, for which `letters` would be too few. */
  long: number
  /** Weight of the first and the last letter of a word, without which a word is harder to read. */
  ends: number
}
/** The words can be read at once. */
export const CLEAR: Limit = { letters: 1.1, short: 0.28, long: 0.15, ends: 1.4 }
/** The words can be guessed. */
export const LEGIBLE: Limit = { letters: 2.2, short: 0.55, long: 0.15, ends: 1 }
/** Cost of a place where a word can't be read or the text isn't allowed. It exceeds the sum of all other costs. */
const UNUSABLE = 10
/** Cost of hiding parts of all letters of a text. */
const HIDDEN_WEIGHT = 0.2
/** Cost of the smallest size. */
const SIZE_WEIGHT = 0.45
/** Cost of a text that covers only the head. It exceeds the cost of the smallest size. */
const HEAD_WEIGHT = 6
/** Height of the strips at the top and bottom where apps cover a story, as a fraction of the image's height. */
const APPS = 0.12
/** Minimum height of a story, as a multiple of its width. */
const STORY = 1.7
/** Cost of a text that is partly in such a strip. It exceeds the cost of the smallest size. */
const BELOW_APPS = 0.5
/** Cost of a text that isn't centred horizontally in the image. */
const OFF_CENTRE_WEIGHT = 0.15

/** Number of sample points across a text, and down, that measure the covered part of a head. */
const [ACROSS, DOWN] = [24, 8]

/** Returns true if the subject hides at most `limit` of every word of a text. */
export const isReadable = (
  layer: Immutable<LayerBase>,
  text: Pick<SizedText, 'box' | 'words'>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  limit = CLEAR,
) => lostLetters(text.box, text.words, subjectCoverage(layer, doc, matte), limit).excess === 0

/**
 * Returns the text in the size and at the position where the text is large and all words can be read. Without such a
 * place, `isReadable` is false, and the worst word loses as few letters as possible. `sizes`: the text in several sizes,
 * the preferred size first. `isAllowed` accepts the text's bounds, document px. Of places that are almost equally
 * readable, prefers one with equal margins at the sides.
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
  const best = largestAndCheapest(sizes, doc, ({ words, box, outline: { center } }) => {
    const { share, excess } = lostLetters(box, words, coverageAt)
    const isUsable = excess === 0 && isAllowed(uprightBox(box))
    const isCentred = Math.abs(center.x - picture.x - picture.width / 2) < 1
    return (isUsable ? 0 : UNUSABLE + excess) + HIDDEN_WEIGHT * share + (isCentred ? 0 : OFF_CENTRE_WEIGHT)
  })
  return { ...best, isReadable: best.cost < UNUSABLE }
}

/**
 * Returns a text in front of the subject in the size and at the position where the text is large and covers little of the
 * head. `sizes`: the text in several sizes, the preferred size first. `isAllowed` accepts the text's bounds, document px.
 */
export const besideHead = <T extends SizedText>(
  sizes: readonly T[],
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed: (bounds: Rect) => boolean = () => true,
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
  const sizeCost = ({ box }: T) => SIZE_WEIGHT * (1 - box.size.height / (sizes[0]?.box.size.height ?? 1))
  // a smaller text is not placed if its size alone costs more than the best place of a larger text
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
 * Returns the fraction (0..1) of a text's box that covers the subject. The subject's upper edge, near the head, counts
 * fully, the middle a quarter, and the lower edge doesn't count.
 */
export function coveredHead(box: Placed, doc: DocumentSnapshot, matte: MatteAsset): number {
  const coverageAt = subjectCoverage({ placement: 'background' }, doc, matte)
  const subject = doc.separation?.box
  if (!subject) return 0
  const toPhoto = invert(subjectMap(doc))
  const weightAt = (at: Point) => clamp(1 - (transformPoint(toPhoto, at).y - subject.y) / subject.height, 0, 1)
  return mean(pointsIn(box, ACROSS, DOWN).map((at) => coverageAt(at) * weightAt(at) ** 2))
}

/**
 * Returns the fraction (0..1) of the text's letters that are lost, and by how many letters the worst word exceeds its
 * limit. A partly hidden letter counts as a part of a letter.
 */
function lostLetters(box: Placed, words: Words, coverageAt: (at: Point) => number, limit = CLEAR) {
  const lost = words.map((word) =>
    sum(
      word.map((letter, i) => {
        const isEnd = i === 0 || i === word.length - 1
        return lostPart(letter, box, coverageAt) * (isEnd ? limit.ends : 1)
      }),
    ),
  )
  const excess = Math.max(0, ...words.map((word, i) => (lost[i] ?? 0) - mayLose(word.length, limit)))
  return { share: sum(lost) / Math.max(1, sum(words.map(({ length }) => length))), excess }
}

const mayLose = (length: number, { letters, short, long }: Limit) =>
  Math.max(Math.min(short * length, letters), long * length)

/** Returns the lost part of a letter: 0 = complete, 1 = can't be read. */
function lostPart({ x, y, width, height }: Rect, box: Placed, coverageAt: (at: Point) => number): number {
  const samples = Array.from({ length: SAMPLES ** 2 }, (_, i) => {
    const [across, down] = [((i % SAMPLES) + 0.5) / SAMPLES, (Math.floor(i / SAMPLES) + 0.5) / SAMPLES]
    return coverageAt(handlePoint(box, { x: x + across * width, y: y + down * height }))
  })
  return clamp((mean(samples) - COMPLETE) / (LOST - COMPLETE), 0, 1)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
