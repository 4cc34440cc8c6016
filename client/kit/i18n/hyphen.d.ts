/** Types for the client's calls of the package `hyphen`, which has no types of its own. */
declare module 'hyphen' {
  type Patterns = object
  /** Returns a function that puts `hyphenChar` at the places in text where words may be divided. */
  export default function createHyphenator(
    patterns: Patterns,
    options: { hyphenChar: string; minWordLength: number },
  ): (text: string) => string
}

declare module 'hyphen/patterns/*.js' {
  const patterns: object
  export default patterns
}
