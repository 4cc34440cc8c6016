/**
 * An item that `search` can find. The query is compared with `texts`, the most important text first, in the user's
 * language and in English. `keywords` and `settings` (labels in the item's panel) match only from a word's start.
 */
export interface Searchable {
  readonly texts: readonly string[]
  readonly keywords?: readonly string[]
  readonly settings?: readonly string[]
  readonly isEnabled: boolean
}

/**
 * Returns the items that match every word of the query. Enabled items precede disabled items, and better matches
 * precede worse ones. Equally good items stay in their order. Accents and case are ignored. If no item contains the
 * words, an item may match by scattered letters in the words' order. An empty query returns all items.
 */
export function search<Item extends Searchable>(items: readonly Item[], query: string): Item[] {
  const words = foldText(query).split(' ').filter(Boolean)
  const found = items.map((item) => ({ item, score: scoreOf(item, words) }))
  const isContained = found.some(({ score }) => score >= words.length * (INSIDE - SECOND_TEXT))
  const least = isContained ? words.length * (INSIDE - SECOND_TEXT) : -Number.MAX_VALUE
  return (
    found
      .filter(({ score }) => score >= least)
      // the sort is stable, so equally good items stay in their order
      .sort((a, b) => Number(b.item.isEnabled) - Number(a.item.isEnabled) || b.score - a.score)
      .map(({ item }) => item)
  )
}

/** Score of a match inside a word. */
const INSIDE = 40
/** Penalty for a match in a keyword, or in any of `texts` except the first. */
const SECOND_TEXT = 5
/** Penalty for a match in a setting. */
const SETTING = 10

function scoreOf({ texts, keywords = [], settings = [] }: Searchable, words: readonly string[]): number {
  const folds = texts.map(foldText)
  const further = [
    ...keywords.map((text) => ({ text: foldText(text), penalty: SECOND_TEXT })),
    ...settings.map((text) => ({ text: foldText(text), penalty: SETTING })),
  ]
  const scores = words.map((word) => {
    const starts = further.filter(({ text }) => text.startsWith(word) || text.includes(` ${word}`))
    const ofTexts = folds.map((text, i) => matchScore(text, word) - (i > 0 ? SECOND_TEXT : 0))
    return Math.max(...ofTexts, ...starts.map(({ text, penalty }) => matchScore(text, word) - penalty))
  })
  return scores.reduce((sum, score) => sum + score, 0)
}

/**
 * Returns the score of a word's match in text, both folded by `foldText`. 100 = equal, 80 = a prefix of the text, 60 =
 * a prefix of a word, 40 = inside a word. At most 20 = the letters occur in order. -Infinity = no match.
 */
export function matchScore(text: string, word: string): number {
  if (text === word) return 100
  if (text.startsWith(word)) return 80
  if (text.includes(` ${word}`)) return 60
  if (text.includes(word)) return INSIDE
  const span = shortestSpan(text, word)
  return span <= word.length * MAX_STRETCH ? 20 - (span - word.length) / word.length : Number.NEGATIVE_INFINITY
}

/** Maximum span of scattered letters, as a multiple of the word's length. A longer span matches only by coincidence. */
const MAX_STRETCH = 4

/**
 * Returns the length of the shortest substring that begins at a word's start and contains the letters in order, or
 * Infinity if there is no such substring.
 */
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

/**
 * Folds text for the search. The result is in lower case, without accents. Each run of characters other than letters
 * and digits becomes a space.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
