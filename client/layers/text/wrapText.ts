import { DIVISION, isHyphenationLoaded, withDivisions } from '#client/kit/i18n/hyphenation.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
/**
 * Characters that no line of such a script begins with: closing punctuation, small kana, repetition and length marks
 * (JIS X 4051, "kinsoku").
 */
const NOT_FIRST =
  /^(?![#@&*¿¡])[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー゛゜％℃°ฯๆໆៗ"']/u
/** Characters that no line of such a script ends with: opening punctuation and currency signs. */
const NOT_LAST = /[\p{Ps}\p{Pi}\p{Sc}¿¡#@"']$/u
// a fixed language, so that lines break equally on every device
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** A word with the spaces behind it. No line breaks at a no-break space. */
const WORD = /(?:[^\p{Zs}\s]|[\u00a0\u2007\u202f])+(?:(?![\u00a0\u2007\u202f])[\p{Zs}\s])*/gu
/**
 * The places in a word where a line may break: behind a hyphen or dash between letters, a zero-width space, a soft
 * hyphen or a division.
 */
const INSIDE = /(?<=[\p{L}\p{N}][-‐–—])(?=\p{L})|(?<=[\u200b\u00ad\0])/u

/**
 * Returns the parts of a line between which a line break is allowed. A space belongs to the part before it. A part that
 * ends with `DIVISION` or a soft hyphen needs a hyphen at the end of a line. `divides`: long words may be divided.
 */
function partsOf(line: string, divides: boolean): string[] {
  const words = (line.match(WORD) ?? []).flatMap((word) => (divides ? withDivisions(word) : word).split(INSIDE))
  return words.flatMap((word) => (WITHOUT_SPACES.test(word) ? segmentsOf(word) : [word]))
}

/** Splits words that have no spaces between them. Brackets and punctuation stay with their word. */
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
 * Returns a line broken into at most `count` lines of similar length (UTF-16 code units): the sum of the squared
 * lengths is the smallest possible. Doesn't change a line with a single part. `divides`: long words may be divided by a
 * hyphen. Results are cached, because text is laid out several times per frame.
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

/** The place of a hyphen at the end of a line. */
const AT_END = /\0$|(?<=\u00ad)$/

/** The best lines of the first parts of a line. `start`: index of the first part on the last of these lines. */
interface Broken {
  /** Sum of the squared lengths. */
  cost: number
  start: number
  before: Broken | null
}

function linesOf(parts: readonly string[], count: number): string[] {
  const starts = [0]
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.replace(DIVISION, '').length)
  const ends = parts.map((part, i) => (starts[i] ?? 0) + part.trimEnd().length)
  const costOf = (start: number, end: number) => ((ends[end] ?? 0) - (starts[start] ?? 0)) ** 2
  // `best[i]`: the best lines of the parts up to `i`
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
