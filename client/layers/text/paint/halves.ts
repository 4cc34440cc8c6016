/** Splits the layout of a text layer into letters behind the subject and letters in front of the subject. */
import { radiansOf } from '#client/kit/geometry/geometry.ts'
import { graphemesOf } from '#client/kit/i18n/format.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import type { Half } from '#client/render/halves.ts'
import { frontFlags, isBlank, lettersIn } from '../front.ts'
import { capitalsLanguage, casedWords, type TextLayer } from '../schema.ts'
import { splitIntoClusters } from './clusters.ts'
import { measureLine } from './measure.ts'
import { directionOf, type Line, type TextLayout } from './TextLayout.ts'

/** A layout and its font. */
export interface SetText {
  layout: TextLayout
  /** CSS font at REFERENCE_PX. */
  font: string
}

/** A part of a line. `letter`: index of its first letter in the text (`lettersIn`), or -1 if it has no letters. */
export interface Piece extends Line {
  letter: number
}

const known = new WeakMap<TextLayout, LruMap<string, TextLayout>>()
/** Maximum number of cached halves per layout. */
const MAX_CACHED = 8

/**
 * Returns the layout with only the letters of one half, at their positions in the whole text. `words`: the layer's text
 * with the line breaks of its text box. The bounds are those of the whole text, so that the gradient doesn't differ
 * between halves. Equal arguments return the same object.
 */
export function halfLayout(text: SetText, half: Half, layer: Immutable<TextLayer>, words: string): TextLayout {
  const { layout, font } = text
  const cache = known.get(layout) ?? new LruMap<string, TextLayout>()
  known.set(layout, cache)
  const key = JSON.stringify([half, layer.front, layer.text, font])
  const cached = cache.get(key)
  if (cached) return cached
  const flags = frontFlags(layer)
  const isFront = (letter: number) => flags[letter] === true
  const lines = splitLines(text, layer, words, isFront).filter(({ letter }) => isFront(letter) === (half === 'front'))
  const made = { ...layout, lines, ink: lines.length > 0 ? layout.ink : null }
  cache.set(key, made)
  cache.trim(MAX_CACHED)
  return made
}

/**
 * Splits the painted text wherever adjacent letters are on different sides of the subject. `words`: as in `halfLayout`.
 */
export function sidesOf(layer: Immutable<TextLayer>, words: string) {
  const flags = frontFlags(layer)
  const endsRun = (before: number, letter: number) => before >= 0 && letter >= 0 && flags[before] !== flags[letter]
  return runsOf(0, graphemesOf(casedWords(layer, words)), paintedLetters(layer, words), endsRun).map(
    ({ text, start, letter }) => ({ text, start, isFront: flags[letter] === true }),
  )
}

/** Splits each line wherever `keyOf` differs between adjacent letters. A space belongs to the letter before it. */
export function splitLines(
  text: SetText,
  layer: Immutable<TextLayer>,
  words: string,
  keyOf: (letter: number) => unknown,
): Piece[] {
  const letters = paintedLetters(layer, words)
  return text.layout.lines.flatMap((line) => splitLine(line, letters, text, keyOf))
}

function splitLine(
  line: Line,
  letters: readonly number[],
  { font, layout: { letterSpacing } }: SetText,
  keyOf: (letter: number) => unknown,
): Piece[] {
  const graphemes = graphemesOf(line.text)
  const endsRun = (before: number, letter: number) => before >= 0 && letter >= 0 && keyOf(before) !== keyOf(letter)
  const runs = runsOf(line.start, graphemes, letters, endsRun)
  const [first] = runs
  if (runs.length < 2) return [{ ...line, letter: first?.letter ?? -1 }]
  // In a line with both directions, the letters of a run are not always adjacent on the screen, and a space may be on
  // either side of a letter. So each letter is painted separately.
  const isMixed = graphemes.some((one) => /[\p{L}\p{N}]/u.test(one) && directionOf(one) !== line.direction)
  const parts = isMixed ? runsOf(line.start, graphemes, letters, (before, letter) => before !== letter) : runs
  const measure = (text: string) => measureLine({ font, letterSpacing }, text, line.direction)
  const texts = parts.map(({ text }) => text)
  const angle = radiansOf(line.rotation)
  return splitIntoClusters(line.text, line.direction, measure, texts).map(({ text, start, at, advance }) => {
    // the advance of a left-to-right letter includes the kerning between this letter and the letter before it
    const right = directionOf(text) === 'rtl' ? at : at + advance - measure(text).advance
    const [x, baseline] = [line.x + right * Math.cos(angle), line.baseline + right * Math.sin(angle)]
    const letter = parts.find((part) => part.start === line.start + start)?.letter ?? -1
    return { ...line, text, start: line.start + start, x, baseline, letter }
  })
}

/**
 * Joins adjacent graphemes to runs. A run ends where `endsRun` returns true. `start`: offset of the first grapheme in
 * the text.
 */
function runsOf(
  start: number,
  graphemes: readonly string[],
  letters: readonly number[],
  endsRun: (before: number, letter: number) => boolean,
): Pick<Piece, 'text' | 'start' | 'letter'>[] {
  const runs: Pick<Piece, 'text' | 'start' | 'letter'>[] = []
  let offset = start
  for (const text of graphemes) {
    const letter = letters[offset] ?? -1
    const last = runs.at(-1)
    if (!last || endsRun(last.letter, letter)) runs.push({ text, start: offset, letter })
    else Object.assign(last, { text: last.text + text, letter: last.letter < 0 ? letter : last.letter })
    offset += text.length
  }
  return runs
}

/**
 * Returns the index of the letter for each UTF-16 code unit of the painted text, or -1 for spaces. The painted text may
 * differ from the layer's text: capitals ("ß" becomes "SS"), line breaks, and hyphens. A hyphen belongs to the letter
 * before it.
 */
function paintedLetters(layer: Immutable<TextLayer>, words: string): number[] {
  const own = lettersIn(layer.text).flatMap((letter, i) =>
    graphemesOf(letter).flatMap((grapheme) => (isBlank(grapheme) ? [] : { grapheme, letter: i })),
  )
  const painted = graphemesOf(casedWords(layer, words))
  const letters: number[] = []
  let [at, next] = [0, 0]
  for (const grapheme of graphemesOf(words)) {
    if (own[at]?.grapheme === grapheme) at++
    const letter = isBlank(grapheme) ? -1 : (own[at - 1]?.letter ?? -1)
    const cased = layer.isUpperCase ? grapheme.toLocaleUpperCase(capitalsLanguage(words)) : grapheme
    for (const _ of graphemesOf(cased)) letters.push(...Array<number>(painted[next++]?.length ?? 0).fill(letter))
  }
  return letters
}
