/** Measures which letters the subject hides, and finds positions where text is readable. */
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

/** The letters of each word. A letter's box is relative to the box of the text, whose edges are at -1 and 1. */
export type Words = readonly (readonly Rect[])[]

/** A text layer at a certain size. `box`: box of the letters. `outline`: box that must stay within the image. */
export interface SizedText {
  box: Placed
  outline: Placed
  words: Words
}

/** Number of sample points along the width of a letter's box. */
const SAMPLES = 4
/** Weights of the rows of sample points, top to bottom. The upper half of a letter matters more for recognizing it. */
const ROWS = [0.34, 0.3, 0.21, 0.15]
/**
 * Up to the first hidden fraction, a letter counts as complete. From the second hidden fraction, a letter counts as
 * lost.
 */
const [COMPLETE, LOST] = [0.3, 0.6]
/**
 * A letter counts as invisible if at least this fraction is hidden. An invisible letter counts as this number of lost
 * letters.
 */
const [UNSEEN, UNSEEN_WEIGHT] = [0.9, 1.35]
/** A letter must contrast with the photo if at least this fraction of it is visible. */
export const LEAST_SEEN = 0.3
/** Maximum loss of letters per word. The three limits are combined by word length. */
interface Limit {
  /** Maximum number of lost letters. */
  letters: number
  /** Maximum fraction of lost letters in a short word, where `letters` would be too many. */
  short: number
  /** Fraction of letters that a long word may lose, where `letters` would be too few. */
  long: number
  /** Weight of a word's first and last letter, which matter most for reading the word. */
  ends: number
}
/** Maximum loss of words that are readable at first sight. */
export const CLEAR: Limit = { letters: 1.1, short: 0.28, long: 0.15, ends: 1.4 }
/** Maximum loss of words that are readable at a second look. */
export const LEGIBLE: Limit = { letters: 1.6, short: 0.4, long: 0.2, ends: 2 }
/** Cost of a place that isn't allowed, or where a word isn't readable. Higher than the sum of all other costs. */
const UNUSABLE = 10
/**
 * Cost per letter that a word loses beyond `LEGIBLE`. Low enough that hidden letters are preferred to a tiny text
 * layer.
 */
const LETTER_WEIGHT = 0.25
/** Cost of words that need a second look. Scaling the text to about 73% costs the same. */
const SECOND_LOOK = 0.12
/** Additional cost if a letter is completely hidden. */
const GAP = 0.15
/** Cost of each letter whose hidden fraction is at least the second value. Up to the first value, it costs nothing. */
const HALF_HIDDEN = 0.15
const [WHOLE, HALF] = [0.35, 0.6]
/** Cost of text that the subject doesn't touch. Costs nothing if it hides the fraction `DEEP` of the text. */
const FLAT_WEIGHT = 0.1
const DEEP = 0.08
/** Cost of text with a letter that doesn't contrast with the photo. */
const FAINT_WEIGHT = 0.5
/** Cost if all letters are lost. Partly hidden letters cost less in proportion. */
const HIDDEN_WEIGHT = 0.2
/** Cost of reducing the text's height to 0. Smaller reductions cost less in proportion. */
const SIZE_WEIGHT = 0.45
/** Cost of a text layer that covers only the head. Higher than the cost of the smallest size. */
const HEAD_WEIGHT = 2.5
/**
 * Height of the areas at the top and bottom of a story that the app covers with its controls, as a fraction of the
 * image's height.
 */
const APPS = 0.12
/** An image is regarded as a story if its height is at least this multiple of its width. */
const STORY = 1.7
/**
 * Cost of a text layer that is partly in an area covered by an app's controls (`APPS`). Higher than the cost of the
 * smallest size that the subject doesn't touch.
 */
const BELOW_APPS = 0.4
/** Cost of a text layer that isn't centered horizontally in the image. */
const OFF_CENTER_WEIGHT = 0.15

/** Number of sample points across and down a text layer, for measuring how much of the head it covers. */
const [ACROSS, DOWN] = [24, 8]

/** The photo under a text layer. */
export interface Ground {
  /** Returns the relative luminance (0..1) at a document point. */
  luminanceAt(at: Point): number
  /** Returns how little the worst letter contrasts with the photo, 0..1. `letters`: mean luminance of each letter. */
  faintness(letters: readonly number[]): number
}

/**
 * Returns false for a place to avoid. `bounds`: bounds of the letters in document px. `lost`: the loss of each letter
 * of each word (`lostParts`).
 */
export type IsAllowed = (bounds: Rect, lost: readonly (readonly number[])[]) => boolean

/** Returns true if the subject hides at most `limit` of every word of a text layer. */
export const isReadable = (
  layer: Immutable<LayerBase>,
  text: Pick<SizedText, 'box' | 'words'>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  limit = CLEAR,
) => excessLetters(lostParts(text, subjectCoverage(layer, doc, matte)), limit) === 0

/**
 * Returns the size and position of the text where it is large and all words are readable. If no allowed place is
 * readable, `isReadable` is false and the worst word loses as few letters as possible. `sizes`: the text in several
 * sizes, the preferred size first. `isAllowed`: returns false for a place to avoid. Among almost equal places, prefers
 * the horizontal center. `ground`: the photo, if the letters must contrast with it. `axis`: if set, the text is centered
 * on the image's vertical middle line, rotated by this angle (degrees).
 */
export function mostReadable<T extends SizedText>(
  layer: Immutable<LayerBase>,
  sizes: readonly T[],
  doc: DocumentSnapshot,
  matte: MatteAsset,
  isAllowed: IsAllowed = () => true,
  ground: Ground | null = null,
  axis: number | null = null,
): T & { isReadable: boolean } {
  const coverageAt = subjectCoverage(layer, doc, matte)
  const picture = pictureInDocument(doc)
  const costOf = (text: T) => {
    const { box, outline } = text
    const letters = lettersOf(text, coverageAt, ground)
    const lost = letters.map((word) => word.map(({ missed }) => lossOf(missed)))
    const hidden = letters.flat().map((letter) => letter.hidden)
    const excess = excessLetters(lost, LEGIBLE)
    const isUsable = excess === 0 && isAllowed(uprightBox(box), lost)
    const isCentered = axis !== null || Math.abs(outline.center.x - picture.x - picture.width / 2) < 1
    return (
      (isUsable ? 0 : UNUSABLE + LETTER_WEIGHT * excess) +
      (excessLetters(lost, CLEAR) > 0 ? SECOND_LOOK : 0) +
      (lost.flat().some((part) => part > 1) ? GAP : 0) +
      HALF_HIDDEN * sum(hidden.map((part) => clamp((part - WHOLE) / (HALF - WHOLE), 0, 1))) +
      HIDDEN_WEIGHT * mean(lost.flat()) +
      FLAT_WEIGHT * clamp(1 - mean(hidden) / DEEP, 0, 1) +
      (ground ? FAINT_WEIGHT * ground.faintness(letters.flat().flatMap(({ luminance }) => luminance ?? [])) : 0) +
      (isCentered ? 0 : OFF_CENTER_WEIGHT)
    )
  }
  const best = largestAndCheapest(sizes, doc, costOf, axis)
  return { ...best, isReadable: best.cost < UNUSABLE }
}

/**
 * Returns the size and position of a text layer in front of the subject where it is large and covers little of the
 * head. `sizes`: the text in several sizes, the preferred size first. `isAllowed`: returns false for bounds (document
 * px) to avoid.
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

/** Returns the text at the size and position with the lowest cost. */
function largestAndCheapest<T extends SizedText>(
  sizes: readonly T[],
  doc: DocumentSnapshot,
  costOf: (text: T) => number,
  axis: number | null = null,
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
    const cost = (to: Placed) => costOf(movedTo(to)) + (isBelowApps(to, doc) ? BELOW_APPS : 0)
    const place = cheapestPlace(outline, doc, cost, false, axis)
    return { ...movedTo(place.box), cost: place.cost + sizeCost(text) }
  }
  const sizeCost = ({ box }: T) => {
    const share = box.size.height / (sizes[0]?.box.size.height ?? 1)
    return SIZE_WEIGHT * (1 - share)
  }
  // skips smaller sizes whose size alone costs more than the best place of a larger size
  return sizes.reduce<(T & { cost: number }) | null>(
    (best, text) => (best && best.cost <= sizeCost(text) ? best : cheapest([...(best ? [best] : []), placed(text)])),
    null,
  ) as T & { cost: number } // safe cast: callers pass at least one size
}

/** Returns true if a part of the box is in an area that apps cover. */
function isBelowApps(box: Placed, doc: DocumentSnapshot): boolean {
  const { y, width, height } = pictureInDocument(doc)
  const bounds = uprightBox(box)
  return height > STORY * width && (bounds.y < y + APPS * height || bounds.y + bounds.height > y + (1 - APPS) * height)
}

/**
 * Returns how much of the subject a text layer's box covers, weighted, as a fraction (0..1) of the box. The subject's
 * upper edge, near the head, counts fully. Its middle counts a quarter, and its lower edge doesn't count.
 */
export function coveredHead(box: Placed, doc: DocumentSnapshot, matte: MatteAsset): number {
  const coverageAt = subjectCoverage({ placement: 'background' }, doc, matte)
  const subject = doc.separation?.box
  if (!subject) return 0
  const toPhoto = invert(subjectMap(doc))
  const weightAt = (at: Point) => clamp(1 - (transformPoint(toPhoto, at).y - subject.y) / subject.height, 0, 1)
  return mean(pointsIn(box, ACROSS, DOWN).map((at) => coverageAt(at) * weightAt(at) ** 2))
}

/** Returns the loss of each letter of each word: 0 = complete, 1 = not readable, more than 1 = completely hidden. */
const lostParts = (text: Pick<SizedText, 'box' | 'words'>, coverageAt: (at: Point) => number) =>
  lettersOf(text, coverageAt, null).map((word) => word.map(({ missed }) => lossOf(missed)))

const lossOf = (missed: number) =>
  missed > UNSEEN ? UNSEEN_WEIGHT : clamp((missed - COMPLETE) / (LOST - COMPLETE), 0, 1)

/**
 * Returns for each letter of each word the hidden fraction, the fraction weighted by `ROWS` (`missed`), and the mean
 * luminance of the photo around it. The luminance is null for hidden letters and without `ground`.
 */
const lettersOf = (
  { box, words }: Pick<SizedText, 'box' | 'words'>,
  coverageAt: (at: Point) => number,
  ground: Ground | null,
) =>
  words.map((word) =>
    word.map(({ x, y, width, height }) => {
      let [hidden, missed, seen, luminance] = [0, 0, 0, 0]
      for (const [row, weight] of ROWS.entries())
        for (let column = 0; column < SAMPLES; column++) {
          const [across, down] = [(column + 0.5) / SAMPLES, (row + 0.5) / ROWS.length]
          const at = handlePoint(box, { x: x + width * across, y: y + height * down })
          const coverage = coverageAt(at)
          hidden += coverage / SAMPLES / ROWS.length
          missed += (weight * coverage) / SAMPLES
          if (!ground || coverage >= 0.5) continue
          seen++
          luminance += ground.luminanceAt(at)
        }
      return { hidden, missed, luminance: seen >= LEAST_SEEN * SAMPLES * ROWS.length ? luminance / seen : null }
    }),
  )

/** Returns by how many letters the worst word exceeds its limit. Partly hidden letters count as fractions. */
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

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
