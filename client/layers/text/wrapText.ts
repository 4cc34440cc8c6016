import { DIVISION, isHyphenationLoaded, withDivisions } from '#client/kit/i18n/hyphenation.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
/**
 * Characters that must not begin a line in such a script: closing punctuation, small kana, repetition and length marks
 * (JIS X 4051, "kinsoku").
 */
const NOT_FIRST =
  /^(?![#@&*¿¡])[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー゛゜％℃°ฯๆໆៗ"']/u
/** Characters that must not end a line in such a script: opening punctuation and currency signs. */
const NOT_LAST = /[\p{Ps}\p{Pi}\p{Sc}¿¡#@"']$/u
// a fixed locale, so that lines break equally on every device
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** A word with the spaces after it. A no-break space doesn't end a word. */
const WORD = /(?:[^\p{Zs}\s]|[\u00a0\u2007\u202f])+(?:(?![\u00a0\u2007\u202f])[\p{Zs}\s])*/gu
/**
 * Places inside a word where a line may break: after a hyphen or dash between letters, a zero-width space, a soft
 * hyphen or a division mark.
 */
const INSIDE = /(?<=[\p{L}\p{N}][-‐–—])(?=\p{L})|(?<=[\u200b\u00ad\0])/u

/**
 * Returns the parts of a line between which a line break is allowed. A space belongs to the part before it. If a line
 * ends with a part that ends with `DIVISION` or a soft hyphen, a hyphen is needed. `divides`: long words may be
 * divided.
 */
function partsOf(line: string, divides: boolean): string[] {
  const words = (line.match(WORD) ?? []).flatMap((word) => (divides ? withDivisions(word) : word).split(INSIDE))
  return words.flatMap((word) => (WITHOUT_SPACES.test(word) ? segmentsOf(word) : [word]))
}

/** Splits text in scripts without spaces into words. Brackets and punctuation aren't separated from their word. */
function segmentsOf(words: string): string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(words)) {
    const before = parts.at(-1)
    const mayBreak = before !== undefined && !NOT_FIRST.test(segment) && !NOT_LAST.test(before.trimEnd())
    if (before === undefined || (mayBreak && (isWordLike || NOT_LAST.test(segment)))) parts.push(segment)
    else parts[parts.length - 1] += segment
  }
  return parts
}

const cache = new LruMap<string, string>()
const MAX_CACHED = 200

/**
 * Breaks a line into at most `count` lines of similar length (UTF-16 code units) by minimizing the sum of the squared
 * lengths. A line with a single part doesn't change. `divides`: long words may be divided with a hyphen. Results are
 * cached, because text is laid out several times per frame.
 */
export function wrapLine(line: string, count: number, divides = false): string {
  const key = `${count} ${divides && isHyphenationLoaded(line)} ${line}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const wrapped = linesOf(partsOf(line, divides), count).join('\n')
  cache.set(key, wrapped)
  cache.trim(MAX_CACHED)
  return wrapped
}

/** Matches the end of a line that needs a hyphen. */
const AT_END = /\0$|(?<=\u00ad)$/

/** The best line breaks for the first parts of a line. `start`: index of the first part on the last of these lines. */
interface Broken {
  /** Sum of the squared line lengths. */
  cost: number
  start: number
  before: Broken | null
}

function linesOf(parts: readonly string[], count: number): string[] {
  const starts = [0]
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.replace(DIVISION, '').length)
  const ends = parts.map((part, i) => (starts[i] ?? 0) + part.trimEnd().length)
  const costOf = (start: number, end: number) => ((ends[end] ?? 0) - (starts[start] ?? 0)) ** 2
  // `best[i]`: the best line breaks for the parts up to `i`
  let best = parts.map((_, end): Broken => ({ cost: costOf(0, end), start: 0, before: null }))
  for (let lines = 2; lines <= Math.min(count, parts.length); lines++)
    best = best.map((fewer, end) => {
      let least = fewer
      for (let start = 1; start <= end; start++) {
        const before = best[start - 1] ?? fewer
        const cost = before.cost + costOf(start, end)
        if (cost < least.cost) least = { cost, start, before }
      }
      return least
    })
  const lines: string[] = []
  let end = parts.length
  for (let last: Broken | null = best.at(-1) ?? null; last; last = last.before) {
    const line = parts.slice(last.start, end).join('').trimEnd()
    lines.unshift(line.replace(AT_END, '-').replaceAll(DIVISION, ''))
    end = last.start
  }
  return lines
}
