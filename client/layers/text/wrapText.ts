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
 * Returns a line broken into at most `count` lines of similar length (UTF-16 code units). Doesn't change a line with a
 * single part.
 */
export function wrapLine(line: string, count: number): string {
  const length = line.length / count
  const lines: string[] = []
  let current = ''
  for (const part of partsOf(line)) {
    const isFull = current !== '' && lines.length < count - 1
    if (isFull && current.length + part.trimEnd().length / 2 > length) {
      lines.push(current.trimEnd())
      current = ''
    }
    current += part
  }
  return [...lines, current.trimEnd()].join('\n')
}
