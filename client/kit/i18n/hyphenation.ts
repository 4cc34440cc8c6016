/** Finds where long words may be divided at the end of a line, by the patterns of German and English. */

type Language = 'de' | 'en'
type Divide = (text: string) => string

/** Marks a place in a word where a line may end with a hyphen. */
export const DIVISION = '\0'

/** Words with fewer letters are never divided. */
const MIN_LETTERS = 12
/** Minimum number of letters of a word on each line. */
const MIN_PART = 3
const LONG_WORD = new RegExp(`\\p{Script=Latin}{${MIN_LETTERS},}`, 'gu')
/** Maximum length of an English word. A longer word without accents is a German compound. */
const LONGEST_ENGLISH = 22
const GERMAN = /[äöüß]|sch|pf|tz|(?:ung|heit|keit)(?:s|en)?/i
const ENGLISH = /^[a-z]+$/i

const PATTERNS: Record<Language, () => Promise<{ default: object }>> = {
  de: () => import('hyphen/patterns/de-1996.js'),
  en: () => import('hyphen/patterns/en-us.js'),
}

const dividers = new Map<Language, Divide>()

/**
 * Returns a word's language, or null if there are no patterns for it. Only the letters determine the language, so that
 * every device divides a word at the same places.
 */
function languageOf(word: string): Language | null {
  if (GERMAN.test(word) || (ENGLISH.test(word) && word.length > LONGEST_ENGLISH)) return 'de'
  return ENGLISH.test(word) ? 'en' : null
}

const languagesIn = (text: string): Language[] => [
  ...new Set((text.match(LONG_WORD) ?? []).flatMap((word) => languageOf(word) ?? [])),
]

/** Returns true if the patterns for the long words of `text` are loaded. */
export const isHyphenationLoaded = (text: string): boolean => languagesIn(text).every((each) => dividers.has(each))

/**
 * Loads the patterns for the long words of text. If the patterns fail to load, long words are not divided. Never
 * rejects.
 */
export async function loadHyphenation(text: string): Promise<void> {
  await Promise.all(languagesIn(text).map(load))
}

async function load(language: Language): Promise<void> {
  try {
    const [{ default: create }, patterns] = await Promise.all([import('hyphen'), PATTERNS[language]()])
    if (!dividers.has(language))
      dividers.set(language, create(patterns.default, { hyphenChar: DIVISION, minWordLength: MIN_LETTERS }))
  } catch {
    dividers.set(language, (word) => word) // the device is offline, and the browser would not repeat a failed import
  }
}

/** Returns text with `DIVISION` at the places where its long words may be divided. */
export const withDivisions = (text: string): string =>
  text.replace(LONG_WORD, (word) => {
    const language = languageOf(word)
    const divide = language && dividers.get(language)
    return divide ? withLongParts(divide(word)) : word
  })

/** Removes divisions that would leave fewer than `MIN_PART` letters of the word on a line. */
function withLongParts(divided: string): string {
  const [first = '', ...others] = divided.split(DIVISION)
  return others.reduce((text, part, i) => {
    const isShort = text.replaceAll(DIVISION, '').length < MIN_PART || others.slice(i).join('').length < MIN_PART
    return text + (isShort ? '' : DIVISION) + part
  }, first)
}
