/**
 * The boxes of a text layer's letters. Animations use them to show letters one after another, and readability is
 * measured with them.
 */
import { type Rect, rotatePoint } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Placed } from '#client/render/kind.ts'
import type { Words } from '../occlusion/readability.ts'
import { CURSIVE_SCRIPTS, glyphClustersOf, splitIntoClusters } from './paint/clusters.ts'
import { fontOf, measureLine } from './paint/measure.ts'
import { type Direction, type Line, linesOf, type TextLayout } from './paint/TextLayout.ts'
import type { TextLayer } from './schema.ts'
import { faceOf, fontSizeOf, layoutOfLayer, wordsOf } from './textSize.ts'
import { textCenter } from './transform.ts'

/** Extent of a letter's box above and below its baseline on an arc, em. */
const [ABOVE, BELOW] = [1.3, 0.7]

/**
 * Returns a box around each letter in reading order, in document px. In scripts with joined letters, returns a box per
 * word. In straight text, the boxes don't overlap and cover the whole canvas, so that each pixel of a background box or
 * a glow belongs to one letter. Empty if the letters can't be separated: in 3D, in a mirrored crop, and on an arc with
 * several lines or a background box.
 */
export function letterBoxes(layer: Immutable<TextLayer>, doc: DocumentSnapshot): Placed[] {
  const lines = layoutOfLayer(layer).lines.filter(({ text }) => text.trim() !== '')
  const isArc = layer.curve !== 0
  const isWholeArc = isArc && (layer.background.enabled || linesOf(wordsOf(layer)).length > 1)
  if (layer.threeDEffect.enabled || doc.crop?.isMirrored || isWholeArc) return []
  const measure = measureOf(layer)
  const canvas = canvasSize(doc)
  const center = textCenter(layer, canvas)
  const size = fontSizeOf(layer)
  const far = (2 * (canvas.width + canvas.height)) / size
  const edges = lines.slice(1).map((line, i) => edgeBetween(lines[i] ?? line, line, measure))
  return lines.flatMap((line, row) => {
    const clusters = splitIntoClusters(line.text, line.direction, measure)
    const [top, bottom] = [edges[row - 1] ?? -far, edges[row] ?? far].map((edge) => edge - line.baseline)
    const boxes = clusters.map(({ at, advance }, i) =>
      isArc
        ? placeBox(line, [at, at + advance], [-ABOVE, BELOW])
        : placeBox(line, [i === 0 ? -far : at, clusters[i + 1]?.at ?? far], [top ?? -far, bottom ?? far]),
    )
    return line.direction === 'rtl' ? boxes.reverse() : boxes
  })

  function placeBox({ x, baseline, rotation }: Line, [left, right]: Span, [top, bottom]: Span): Placed {
    const middle = rotatePoint({ x: (left + right) / 2, y: (top + bottom) / 2 }, rotation)
    const offset = rotatePoint({ x: size * (x + middle.x), y: size * (baseline + middle.y) }, layer.rotation)
    return {
      center: { x: center.x + offset.x, y: center.y + offset.y },
      size: { width: size * (right - left), height: size * (bottom - top) },
      rotation: rotation + layer.rotation,
    }
  }
}

/** Start and end of a box along an axis, em. */
type Span = readonly [start: number, end: number]

/** Returns the y (em) halfway between the letters of two adjacent lines. */
const edgeBetween = (above: Line, below: Line, measure: ReturnType<typeof measureOf>): number => {
  const { inkDescent } = measure(above.text, above.direction)
  const { inkAscent } = measure(below.text, below.direction)
  return (above.baseline + inkDescent + below.baseline - inkAscent) / 2
}

const measured = new WeakMap<TextLayout, Words>()

/** Scripts whose letters stand for syllables or words. */
const SYLLABIC = /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

/**
 * Returns the boxes of each word's letters, relative to the bounds of the ink (−1 to 1). Syllables and joined letters
 * count as separate words, because a word isn't readable if one of them is missing. Joined letters share the width of
 * their word equally, and have the height of their isolated forms.
 */
export function wordsIn(layer: Immutable<TextLayer>): Words {
  const layout = layoutOfLayer(layer)
  const words = measured.get(layout) ?? measureWords(layout, measureOf(layer))
  measured.set(layout, words)
  return words
}

function measureWords({ lines, ink }: TextLayout, measure: ReturnType<typeof measureOf>): Words {
  const words: Rect[][] = [[]]
  if (!ink) return []
  for (const { text, direction, x, baseline, rotation } of lines) {
    if (rotation === 0) words.push([])
    for (const { text: letter, at } of splitIntoClusters(text, direction, measure)) {
      const { inkLeft, inkRight } = measure(letter, direction)
      const parts = CURSIVE_SCRIPTS.test(letter) ? glyphClustersOf(letter) : [letter]
      const boxes = (direction === 'rtl' ? parts.toReversed() : parts).map((part, i) => {
        const { inkAscent, inkDescent } = measure(part, direction)
        const width = (inkLeft + inkRight) / parts.length
        return {
          x: (2 * (x + at - inkLeft + i * width - ink.x)) / ink.width - 1,
          y: (2 * (baseline - inkAscent - ink.y)) / ink.height - 1,
          width: (2 * width) / ink.width,
          height: (2 * (inkAscent + inkDescent)) / ink.height,
        }
      })
      if (letter.trim() === '') words.push([])
      else if (parts.length > 1 || SYLLABIC.test(letter)) words.push(...boxes.map((box) => [box]), [])
      else words.at(-1)?.push(...boxes)
    }
  }
  return words.filter(({ length }) => length > 0)
}

/** Returns a function that measures a line in the layer's font. */
function measureOf(layer: Immutable<TextLayer>) {
  const { family, weight } = faceOf(layer)
  const { letterSpacing } = layoutOfLayer(layer)
  const font = fontOf(family, weight)
  return (text: string, direction: Direction) => measureLine({ font, letterSpacing }, text, direction)
}
