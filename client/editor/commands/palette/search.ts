/** Finds commands by what is typed: in the user's language and in English, with letters left out and accents ignored. */

/** Something to be found, with the texts under which it is found, the best one first. */
export interface Searchable {
  readonly texts: readonly string[]
  readonly isEnabled: boolean
}

/**
 * Every item that each word of the query is found in, best first; in their own order where they are equally good.
 * An empty query gives them all.
 */
export function search<Item extends Searchable>(items: readonly Item[], query: string): Item[] {
  const words = folded(query).split(' ').filter(Boolean)
  return items
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score) // stable
    .map(({ item }) => item)
}

/** Points that a match loses in any text but the first, and that a disabled item loses. */
const SECOND_TEXT = 5
const DISABLED = 8

function scoreOf({ texts, isEnabled }: Searchable, words: readonly string[]): number {
  const folds = texts.map(folded)
  const scores = words.map((word) =>
    Math.max(...folds.map((text, i) => matchScore(text, word) - (i > 0 ? SECOND_TEXT : 0))),
  )
  return scores.reduce((sum, score) => sum + score, words.length > 0 && !isEnabled ? -DISABLED : 0)
}

/**
 * How well a word is found in a text, both folded: 100 = it is the text, 80 = it begins the text, 60 = it begins a word,
 * 40 = it stands inside a word, at most 20 = its letters stand there in order. Minus infinity = it is not found.
 */
export function matchScore(text: string, word: string): number {
  if (text === word) return 100
  if (text.startsWith(word)) return 80
  if (text.includes(` ${word}`)) return 60
  if (text.includes(word)) return 40
  const span = shortestSpan(text, word)
  return span <= word.length * MAX_STRETCH ? 20 - (span - word.length) / word.length : Number.NEGATIVE_INFINITY
}

/** Letters further apart than this are chance: the span of a match, in lengths of the word. */
const MAX_STRETCH = 4

/** Length of the shortest part of the text that begins a word and holds the letters in order; infinity = there is none. */
function shortestSpan(text: string, word: string): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let start = 0; start < text.length; start++) {
    if (text[start] !== word[0] || (start > 0 && text[start - 1] !== ' ')) continue
    let at = start
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1)
      if (at < 0) break
    }
    if (at >= 0) shortest = Math.min(shortest, at - start + 1)
  }
  return shortest
}

/** Small letters without accents, with single spaces for whatever is no letter and no digit. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
