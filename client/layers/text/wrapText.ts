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

/**
 * Returns a line broken into at most `count` lines of similar length (UTF-16 code units): the sum of the squared lengths
 * is the smallest possible. Doesn't change a line with a single part.
 */
export function wrapLine(line: string, count: number): string {
  const parts = partsOf(line)
  // `best[i]`: the best lines of the first `i` parts
  let best: Broken[] = parts.map((_, i) => extended(START, parts.slice(0, i + 1)))
  for (let lines = 2; lines <= Math.min(count, parts.length); lines++)
    best = best.map((fewer, end) =>
      best.slice(0, end).reduce((least, before, i) => {
        const broken = extended(before, parts.slice(i + 1, end + 1))
        return broken.cost < least.cost ? broken : least
      }, fewer),
    )
  return (best.at(-1) ?? START).lines.join('\n')
}

interface Broken {
  lines: readonly string[]
  /** Sum of the squared lengths. */
  cost: number
}

const START: Broken = { lines: [], cost: 0 }

function extended({ lines, cost }: Broken, parts: readonly string[]): Broken {
  const line = parts.join('').trimEnd()
  return { lines: [...lines, line], cost: cost + line.length ** 2 }
}
