import { graphemesOf } from '#client/kit/i18n/format.ts'
import type { LineMeasure } from './TextLayout.ts'
import { type Direction, directionOf } from './TextLayout.ts'

/** A glyph cluster of a line, for text on an arc. Lengths are em. */
export interface GlyphCluster {
  text: string
  /** Offset of the cluster in the line's text, UTF-16 code units. */
  start: number
  /** Distance from the left end of the line to the left end of the cluster, em. */
  at: number
  advance: number
}

/** Scripts with joined letters. Lines in these scripts are split into words, not letters. */
export const CURSIVE_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Phags_Pa}]/u

/**
 * The end of a grapheme whose last consonant is joined with the next consonant or stacked on it: a virama, with or
 * without a joiner.
 */
const JOINS_NEXT =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0]\u200d?$/u
/** In Tamil, the virama is a visible mark. Only in these two ligatures, it joins consonants. */
const TAMIL_LIGATURES = /^(?:க்ஷ|[ஸஶ]்ரீ)/u

/** Returns the graphemes of text. Consonants that form one glyph aren't split, nor are Burmese vowels after them. */
export function glyphClustersOf(text: string): string[] {
  const clusters: string[] = []
  for (const grapheme of graphemesOf(text)) {
    const before = clusters.at(-1) ?? ''
    const isStacked = /^\p{L}/u.test(grapheme) && (JOINS_NEXT.test(before) || TAMIL_LIGATURES.test(before + grapheme))
    if (before && (isStacked || /^\p{M}/u.test(grapheme))) clusters[clusters.length - 1] = before + grapheme
    else clusters.push(grapheme)
  }
  return clusters
}

/**
 * Returns the clusters of a line in visual order, left to right. Advances include kerning. The browser adds letter
 * spacing between clusters. `texts`: the clusters in reading order. By default, these are letters, or words in scripts
 * with joined letters.
 */
export function splitIntoClusters(
  line: string,
  direction: Direction,
  measure: (text: string, direction: Direction) => LineMeasure,
  texts: readonly string[] = CURSIVE_SCRIPTS.test(line) ? (line.match(/\s+|\S+/g) ?? []) : glyphClustersOf(line),
): GlyphCluster[] {
  let before = ''
  let start = 0
  const widths = texts.map((text) => {
    const offset = before.length
    before += text
    const { advance: end, trailing } = measure(before, direction)
    const advance = end - start
    start = end + trailing
    return { start: offset, advance, trailing }
  })
  let at = 0
  return visualOrder(texts, direction).map((i) => {
    const [text = '', { start, advance, trailing } = { start: 0, advance: 0, trailing: 0 }] = [texts[i], widths[i]]
    const piece = { text, start, at, advance }
    at += advance + trailing
    return piece
  })
}

const STRONG = /[\p{L}\p{N}]/u

/**
 * Returns the visual order of clusters, left to right. Implements UAX 9 with three levels: the line's direction, the
 * opposite direction, and left-to-right text within right-to-left text.
 */
function visualOrder(texts: readonly string[], direction: Direction): number[] {
  const own = direction === 'rtl' ? 1 : 0
  const levels = texts.map((text) => {
    if (!STRONG.test(text)) return null
    return directionOf(text) === 'rtl' ? 1 : own * 2
  })
  const settled = levels.map((level, i) => {
    if (level !== null) return level
    const [left, right] = [
      levels.findLast((one, j) => j < i && one !== null),
      levels.find((one, j) => j > i && one !== null),
    ]
    return left !== undefined && left === right ? left : own
  })
  const order = texts.map((_, i) => i)
  for (const level of [2, 1])
    for (let from = 0; from < order.length; from++) {
      const isIn = (place: number) => place < order.length && (settled[order[place] ?? 0] ?? 0) >= level
      let end = from
      while (isIn(end)) end++
      order.splice(from, end - from, ...order.slice(from, end).reverse())
      from = Math.max(from, end)
    }
  return order
}
