/** Finds a text layer's letters on the image, and chooses the letters that are in front of the subject. */
import { middleOf, type Point, type Rect, rotatePoint } from '#client/kit/geometry/geometry.ts'
import { scaleRect } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { distanceToBox, handlePoint } from '#client/render/compositor/handles.ts'
import type { Placed } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { bodyBounds } from '#shaders/text3d/geometry.ts'
import { subjectCoverage } from '../occlusion/occlusion.ts'
import { coveredHead } from '../occlusion/readability.ts'
import { AUTO, frontFlags, frontOf, lettersIn } from './front.ts'
import { CURSIVE_SCRIPTS, glyphClustersOf } from './paint/clusters.ts'
import { type Piece, type SetText, splitLines } from './paint/halves.ts'
import { applyFont, fontOf, measureLine, REFERENCE_PX } from './paint/measure.ts'
import type { TextLayer } from './schema.ts'
import { faceOf, fontSizeOf, layoutOfLayer, wordsOf } from './textSize.ts'
import { textCenter } from './transform.ts'

type Layer = Immutable<TextLayer>

/** A letter isn't readable if the subject hides a larger fraction of it. */
export const MOST = 0.55
/**
 * A letter moves in front from this hidden fraction. The value is below `MOST`, because painted pixels differ from the
 * samples.
 */
const CHOSEN = MOST - 0.02
/** A letter counts as invisible if at least this fraction is hidden. */
const UNSEEN = 0.9
/** The subject counts as touching a letter if at least this fraction is hidden. */
const TOUCHED = 0.03
/** If at least this fraction of a letter is hidden, the user can see the letter move in front. */
const SEEN = 0.1
/** Of adjacent letters whose hidden fractions differ by less, the letter that is already in front stays there. */
const EQUAL = 0.1
/**
 * Maximum value of `coveredHead` for a letter in front of the subject. It is slightly above 0.25, the value of a letter
 * over the subject's middle.
 */
const MOST_HEAD = 0.3
/** Resolution for comparing letters with the subject, px per em, and maximum side of that comparison, px. */
const [PX_PER_EM, MAX_SIDE] = [40, 600]

/**
 * Returns for each letter whether it moves in front so that the word is readable. A letter moves in front if the
 * subject hides more than `CHOSEN` of it. Among adjacent letters that the subject touches, about every second letter
 * moves in front, most hidden letters first, if the subject hides at least `SEEN` of the letter. `hidden`: hidden
 * fraction of each letter, in reading order. `was`: the letters that are in front now.
 */
export function chooseFront(hidden: readonly number[], was: readonly boolean[] = []): boolean[] {
  const front = hidden.map((part) => part > CHOSEN)
  const isTouched = (i: number) => (hidden[i] ?? 0) >= TOUCHED
  const rank = ([i, part]: readonly [number, number]) => part + (was[i] ? EQUAL : 0)
  const seen = [...hidden.entries()].filter(([, part]) => part >= SEEN).sort((a, b) => rank(b) - rank(a))
  for (const [i] of seen) if ((isTouched(i - 1) || isTouched(i + 1)) && !front[i - 1] && !front[i + 1]) front[i] = true
  return front
}

/** Returns the value of `front` that makes a text layer behind the subject readable. */
export const wovenFront = (layer: Layer, doc: DocumentSnapshot, matte: MatteAsset): string =>
  frontOf(chooseFront(hiddenParts(layer, doc, matte)))

/** Returns true if Weave would move some, but not all, letters of the text in front of the subject. */
export const isWeavable = (layer: Layer, doc: DocumentSnapshot, matte: MatteAsset): boolean =>
  isMixed(chooseFront(hiddenParts(layer, doc, matte)))

const isMixed = (front: readonly boolean[]) => front.includes(true) && front.includes(false)

/**
 * Moves letters of a text layer in front of the subject, so that the text is readable. Returns false if there is no
 * subject, or if it hides too little of the text.
 */
export function weaveLayer(session: Session, id: LayerId): boolean {
  const doc = snapshotOf(session)
  // safe cast: callers pass a text layer
  const [layer, matte] = [doc.layers[id] as Layer | undefined, matteOf(doc, session.assets)]
  const front = layer && matte ? wovenFront(layer, doc, matte) : ''
  if (front) setFront(session, id, front)
  return front !== ''
}

/**
 * Sets a text layer's letters in front of the subject, as one undo step. `front`: the letters, in the notation of the
 * field `front`.
 */
export function setFront(session: Session, id: LayerId, front: string): void {
  session.history.transact(t('Weave'), () => {
    const layer = session.doc.layers[id]
    if (layer) Object.assign(layer, { front })
  })
}

/**
 * Returns the text with letters in front of the subject. Returns null if it isn't readable with letters on both sides,
 * or if letters would be over the subject's head. 3D text isn't woven, because the bodies of its letters overlap.
 */
export function wellWoven(layer: TextLayer, doc: DocumentSnapshot, matte: MatteAsset): TextLayer | null {
  if (layer.threeDEffect.enabled) return null
  const front = chooseFront(hiddenParts(layer, doc, matte))
  return isMixed(front) && !coversHead(layer, front, doc, matte) ? { ...layer, front: frontOf(front) } : null
}

/** Returns true if a letter in front of the subject would be over the subject's head. `front`: the letters in front. */
export function coversHead(layer: Layer, front: readonly boolean[], doc: DocumentSnapshot, matte: MatteAsset): boolean {
  const inFront = placesOf(layer, setTextOf(layer), doc).filter(({ piece }) => front[piece.letter])
  return inFront.some(({ placed }) => coveredHead(placed, doc, matte) > MOST_HEAD)
}

/**
 * Returns true if the subject hides at most `MOST` of each letter behind it, or if the letters haven't been chosen yet.
 */
export function isWovenReadable(layer: Layer, doc: DocumentSnapshot, matte: MatteAsset): boolean {
  const front = frontFlags(layer)
  return layer.front === AUTO || hiddenParts(layer, doc, matte).every((part, i) => front[i] || part <= MOST)
}

/** Returns true if the subject hides a letter behind it completely. */
export const hasUnseenLetter = (layer: Layer, doc: DocumentSnapshot, matte: MatteAsset): boolean =>
  countHidden(layer, doc, matte, UNSEEN) > 0

/** Returns how many letters behind the subject have a hidden fraction of at least `limit`. */
export function countHidden(layer: Layer, doc: DocumentSnapshot, matte: MatteAsset, limit: number): number {
  const front = frontFlags(layer)
  return hiddenParts(layer, doc, matte).filter((part, i) => !front[i] && part >= limit).length
}

/**
 * Returns a function of a document point. The function returns true if the letter nearest to that point is in front of
 * the subject. If `front` is 'auto', the function always returns true.
 */
export function isInFront(layer: Layer, doc: DocumentSnapshot): (at: Point) => boolean {
  if (layer.front === '' || layer.front === AUTO) return () => layer.front === AUTO
  const [front, findLetter] = [frontFlags(layer), letterFinder(layer, doc)]
  return (at) => front[findLetter(at, Number.POSITIVE_INFINITY) ?? -1] === true
}

/**
 * Returns the fraction of each letter's ink that the subject would hide if the letter were behind it. A word of joined
 * letters has the value of its most hidden letter. For this, its letters share the word's width equally.
 */
export function hiddenParts(layer: Layer, doc: DocumentSnapshot, matte: MatteAsset): number[] {
  const coverageAt = subjectCoverage({ placement: 'background' }, doc, matte)
  const parts = lettersIn(layer.text).map(() => 0)
  const text = setTextOf(layer)
  for (const place of placesOf(layer, text, doc)) {
    const { letter, text: word } = place.piece
    if (parts[letter] === undefined) continue
    const count = CURSIVE_SCRIPTS.test(word) ? glyphClustersOf(word.trim()).length : 1
    const sums = Array.from({ length: count }, () => ({ ink: 0, hidden: 0 }))
    for (const { at, across, alpha } of inkSamples(place, text)) {
      const sum = sums[Math.floor(across * count)]
      if (!sum) continue
      sum.ink += alpha
      sum.hidden += alpha * coverageAt(at)
    }
    parts[letter] = Math.max(parts[letter], ...sums.map(({ ink, hidden }) => (ink > 0 ? hidden / ink : 0)))
  }
  return parts
}

/**
 * Returns a function that returns the index of the letter nearest to a point, or null if no letter is within
 * `tolerance`. Both are document px.
 */
export function letterFinder(layer: Layer, doc: DocumentSnapshot): (at: Point, tolerance: number) => number | null {
  const places = placesOf(layer, setTextOf(layer), doc).filter(({ piece }) => piece.letter >= 0)
  return (at, tolerance) => {
    const distances = places.map(({ placed }) => distanceToBox(placed, at))
    const least = Math.min(...distances)
    return least <= tolerance ? (places[distances.indexOf(least)]?.piece.letter ?? null) : null
  }
}

/** A letter's ink on the image. */
interface LetterPlace {
  piece: Piece
  /** Bounds of the ink relative to the start of the baseline, em. */
  ink: Rect
  /** Box of the ink in document px. In 3D, the axis-aligned box of the projected body. */
  placed: Placed
  isMirrored: boolean
}

function setTextOf(layer: Layer): SetText {
  const { family, weight } = faceOf(layer)
  return { layout: layoutOfLayer(layer), font: fontOf(family, weight) }
}

function placesOf(layer: Layer, text: SetText, doc: DocumentSnapshot): LetterPlace[] {
  const center = textCenter(layer, canvasSize(doc))
  const isMirrored = doc.crop?.isMirrored === true
  const size = fontSizeOf(layer)
  const { font, layout } = text
  return splitLines(text, layer, wordsOf(layer), (letter) => letter).flatMap((piece) => {
    const measured = measureLine({ font, letterSpacing: layout.letterSpacing }, piece.text, piece.direction)
    const { inkLeft, inkRight, inkAscent, inkDescent } = measured
    const ink = { x: -inkLeft, y: -inkAscent, width: inkLeft + inkRight, height: inkAscent + inkDescent }
    if (ink.width <= 0 || ink.height <= 0) return []
    const { box, rotation } = boxInText(layer, piece, scaleRect(ink, size), size)
    const offset = rotatePoint(box.center, layer.rotation)
    const turned = rotation + layer.rotation
    const placed = {
      center: { x: center.x + (isMirrored ? -offset.x : offset.x), y: center.y + offset.y },
      size: box.size,
      rotation: isMirrored ? -turned : turned,
    }
    return [{ piece, ink, placed, isMirrored }]
  })
}

/** Returns the box of a piece's ink in document px, relative to the text's center before rotation. */
function boxInText({ threeDEffect }: Layer, { x, baseline, rotation }: Piece, ink: Rect, fontSize: number) {
  const offset = rotatePoint(middleOf(ink), rotation)
  const middle = { x: fontSize * x + offset.x, y: fontSize * baseline + offset.y }
  const { width, height } = ink
  if (!threeDEffect.enabled) return { box: { center: middle, size: { width, height } }, rotation }
  const body = bodyBounds(threeDEffect, { x: middle.x - width / 2, y: middle.y - height / 2, width, height })
  return { box: { center: middleOf(body), size: { width: body.width, height: body.height } }, rotation: 0 }
}

/**
 * Returns points (document px) in the ink of a letter, with the ink's alpha (0..255). `across`: position within the
 * letter's width, 0..1.
 */
function inkSamples({ piece, ink, placed, isMirrored }: LetterPlace, { font, layout }: SetText) {
  const scale = Math.min(PX_PER_EM, MAX_SIDE / Math.max(ink.width, ink.height))
  const [width, height] = [Math.ceil(ink.width * scale), Math.ceil(ink.height * scale)]
  const context = createContext({ width, height }, { willReadFrequently: true })
  applyFont(context, { font, letterSpacing: layout.letterSpacing }, piece.direction)
  const [pxX, pxY] = [width / ink.width, height / ink.height]
  context.setTransform(pxX / REFERENCE_PX, 0, 0, pxY / REFERENCE_PX, -ink.x * pxX, -ink.y * pxY)
  context.fillText(piece.text, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return Array.from({ length: width * height }, (_, i) => {
    const across = ((i % width) + 0.5) / width
    const x = 2 * across - 1
    const y = (2 * (Math.floor(i / width) + 0.5)) / height - 1
    return { at: handlePoint(placed, { x: isMirrored ? -x : x, y }), across, alpha: data[4 * i + 3] ?? 0 }
  }).filter(({ alpha }) => alpha > 0)
}
