import { LruMap } from '#client/kit/base/LruMap.ts'

/** Scripts without spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Returns the parts of a line between which a line break is allowed. A space belongs to the part before it. */
function partsOf(line: string): string[] {
  if (!WITHOUT_SPACES.test(line)) return line.match(/\S+\s*/g) ?? []
  const parts: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(line)) {
    const last = parts.length - 1
    if (isWordLike || last < 0) parts.push(segment)
    else parts[last] += segment // punctuation stays with its word
  }
  return parts
}

const cache = new LruMap<string, string>()
const MAX_CACHED = 200

/**
 * Returns a line broken into at most `count` lines of similar length (UTF-16 code units): the sum of the squared lengths
 * is the smallest possible. Doesn't change a line with a single part. Results are cached, because a text is laid out
 * several times per frame.
 */
export function wrapLine(line: string, count: number): string {
  const key = `${count} ${line}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const wrapped = linesOf(partsOf(line), count).join('\n')
  cache.set(key, wrapped)
  cache.trim(MAX_CACHED)
  return wrapped
}

/** The best lines of the first parts of a line. `start`: index of the first part of the last of these lines. */
interface Broken {
  /** Sum of the squared lengths. */
  cost: number
  start: number
  before: Broken | null
}

function linesOf(parts: readonly string[], count: number): string[] {
  const starts = [0]
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.length)
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
    lines.unshift(parts.slice(last.start, end).join('').trimEnd())
    end = last.start
  }
  return lines
}
