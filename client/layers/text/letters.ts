/**
 * The boxes of a text layer's letters. Animations use them to show letters one after the other, and readability is
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
import type { Direction, Line, TextLayout } from './paint/TextLayout.ts'
import type { TextLayer } from './schema.ts'
import { faceOf, fontSizeOf, layoutOfLayer } from './textSize.ts'
import { textCenter } from './transform.ts'

/** Extent of a letter's box above and below the baseline, em. Accents, descenders and glows are inside. */
const [ABOVE, BELOW] = [1.3, 0.7]

/**
 * Returns a box around each letter in reading order, in document px. In scripts with joined letters, returns a box per
 * word. Empty for 3D text layers, and in a mirrored crop.
 */
export function letterBoxes(layer: Immutable<TextLayer>, doc: DocumentSnapshot): Placed[] {
  if (layer.threeDEffect.enabled || doc.crop?.isMirrored) return []
  const { lines } = layoutOfLayer(layer)
  const measure = measureOf(layer)
  const center = textCenter(layer, canvasSize(doc))
  const size = fontSizeOf(layer)
  return lines.flatMap((line) => {
    const clusters = splitIntoClusters(line.text, line.direction, measure)
    if (line.direction === 'rtl') clusters.reverse()
    return clusters.map(({ at, advance }) => placeBox(line, at, advance))
  })

  function placeBox({ x, baseline, rotation }: Line, at: number, advance: number): Placed {
    const middle = rotatePoint({ x: at + advance / 2, y: (BELOW - ABOVE) / 2 }, rotation)
    const offset = rotatePoint({ x: size * (x + middle.x), y: size * (baseline + middle.y) }, layer.rotation)
    return {
      center: { x: center.x + offset.x, y: center.y + offset.y },
      size: { width: size * advance, height: size * (ABOVE + BELOW) },
      rotation: rotation + layer.rotation,
    }
  }
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
