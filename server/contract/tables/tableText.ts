/** Decodes the bytes of a table, and defines the errors of reading tables. */
import { fillPlaceholders } from './placeholders.ts'

/** The size limit of a table in MB. Larger tables would block the page for seconds. */
const MAX_MEGABYTES = 5

type Values = Readonly<Record<string, string | number>>
/** Returns the text in a language, with its placeholders filled in. */
type Translate = (text: string, values: Record<string, string | number>) => string

/** The message of each error. */
const SENTENCES = {
  'table-too-large': (t: Translate, values: Values) =>
    t('This table is larger than {megabytes} MB. Split it into smaller tables.', values),
  'table-unreadable': (t: Translate) =>
    t('This table can’t be read. Save it as “CSV UTF-8” in your spreadsheet, then try again.', {}),
  'no-columns': (t: Translate) => t('The first row of this table must name the columns.', {}),
  'same-columns': (t: Translate, values: Values) =>
    t('Two columns are named “{name}”. Rename one of them, then try again.', values),
  'long-row': (t: Translate, values: Values) =>
    t(
      'Row {row} has {cells} cells, but the first row has {columns}. Put cells that contain a separator in quotation marks, then try again.',
      values,
    ),
  'open-quote': (t: Translate, values: Values) =>
    t('A quotation mark in row {row} isn’t closed. Close it or remove it, then try again.', values),
}

export type TableErrorCode = keyof typeof SENTENCES

/** The text isn't a valid table. The message is in English. */
export class TableError extends Error {
  readonly code: TableErrorCode
  /** Values of the message's placeholders. */
  readonly values: Values

  constructor(code: TableErrorCode, values: Values = {}) {
    super(SENTENCES[code](inEnglish, values))
    this.code = code
    this.values = values
  }

  /** Returns the message in the language of `translate`. */
  sentence(translate: Translate): string {
    return SENTENCES[this.code](translate, this.values)
  }
}

const inEnglish: Translate = (text, values) =>
  fillPlaceholders(text, new Map(Object.entries(values).map(([name, value]) => [name, String(value)])))

/** Checks the size of a table in bytes or characters. @throws {TableError} if the size exceeds the limit */
export function checkTableSize(size: number): void {
  if (size > MAX_MEGABYTES * 1e6) throw new TableError('table-too-large', { megabytes: MAX_MEGABYTES })
}

/**
 * Decodes a table: by its byte order mark, else as UTF-8, else as Windows-1252, which Excel writes on Western European
 * Windows. @throws {TableError} if the table is too large, has a different encoding, or isn't text
 */
export function decodeTable(bytes: Uint8Array): string {
  checkTableSize(bytes.length)
  const marked = encodingOf(bytes)
  const text = decode(bytes, marked ?? 'utf-8') ?? (marked === null ? decodeWindows1252(bytes) : null)
  if (text === null || text.includes('\0')) throw new TableError('table-unreadable')
  return text
}

/** Returns the encoding that the byte order mark names, or null. */
function encodingOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null // the bytes are invalid in this encoding
  }
}

/**
 * The characters of the bytes 0x80 to 0x9f. The decoder of Node 20 to 24 returns control characters for these bytes.
 */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Returns null if a byte has no character in Windows-1252, or if the text has a different encoding. */
function decodeWindows1252(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'windows-1252')?.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c)
  return text === undefined || /[\x80-\x9f]/.test(text) || !isWestern(text) ? null : text
}

/** Signs that Western European text has next to letters and to each other. */
const USUAL_SIGNS = /[€‚„…‰‹‘’“”•–—™›¡£§©«®°·»¿]/g

/** Matches words without an ASCII letter of Western European text: German, Nordic and Icelandic letters, and numbers. */
const USUAL_WORDS = /^(?:[åäöæøüß]+|þ[áæíóú]|[áæíóú]ð|[×±¼½¾¹²³]{1,2}|.)$/i

/**
 * Matches letters that text in a different encoding often contains when it is read as Windows-1252: signs next to
 * letters, such as “³ó”, and capitals after small letters, such as “dŸ”.
 */
const ODD = new RegExp(
  [
    String.raw`[ˆ˜ƒ†‡¤¥¦¨¬¯¸¶¹²³\xad]\p{L}`,
    String.raw`[ˆ˜ƒ†‡¤¥¦¨¬¯¸¶¹²³\xad±÷¼½¾][^\0-\x7f]|[^\0-\x7f][ˆ˜ƒ†‡¤¥¦¨¬¯¸¶¹²³\xad±÷¼½¾]`,
    // Irish words have a capital after a small letter, such as “hÉireann”
    String.raw`\p{L}¿|(?!\b[hnt][ÁÉÍÓÚ])\p{Ll}[À-ÖØ-ÞŠŒŽŸ]|£\p{L}{3}`,
  ].join('|'),
  'u',
)

interface Language {
  /** Letters that stand for others if the text is in this language. */
  wrong: RegExp
  /** Matches text that may be in this language. */
  text: RegExp
  /** Matches words that Western European languages don't have. */
  own: RegExp
  /** Matches words that this language doesn't have. */
  foreign: RegExp
}

/** Languages whose code pages have many letters in the same place as Windows-1252. */
const LANGUAGES: readonly Language[] = [
  {
    // Turkish. Icelandic has þ only before vowels, j, r and v, and words with ð or þ have no c, q, w, z, ç and ü
    wrong: /[ðþý]/i,
    text: /[ðþ]|ý[^\s,;]*ý/i,
    own: /[çü]|ý.*ý|[eiy]þ|þ(?![aeiouyáéíóúýæöjrv])|[ðþ].*[cqwz]|[cqwz].*[ðþ]|ðý|Ý[^dmr]/i,
    foreign: /[áéíóúæ]|[fgr]ð/i,
  },
  {
    // Czech. Danish has ø, and Italian has ì and ù at the end, but in no word with these other accents
    wrong: /[øìèùòï]/i,
    text: /[øáéíýšž]/i,
    own: /[øìèù].*[áíýúšž]|[áíýúšž].*[øìèù]|[øì].*é|é.*[øì]|ì./i,
    foreign: /[àæåðþöüßñçâêîôœëã]/i,
  },
  {
    // Hungarian. Portuguese has õ before e, and Estonian has it in no word with these accents and not at the end
    wrong: /[õû]/i,
    text: /[õû]/i,
    own: /õ$|^(?=.*[õû]).*(?:[áíóú]|cs|gy|sz|zs)|^(?=.*õ(?!e)).*é/i,
    foreign: /[äàãçêèßñåøšžëïœ]/i,
  },
]

/** Length up to which the letters of a word are compared. */
const LONGEST_WORD = 50

/**
 * Returns false for text in a different encoding. Text has one encoding, so words are counted. An odd word has odd
 * signs or no ASCII letter. Two odd words, or one without an ASCII letter, are enough if they are more than a third of
 * the words with characters other than ASCII. Of a language's misread letters, two words and more than a tenth are
 * enough.
 */
function isWestern(text: string): boolean {
  const words: string[] = []
  let [odd, weight] = [0, 0]
  for (const word of text.match(/[a-z\x80-\x9f\xa1-\uffff]+/gi) ?? []) {
    const plain = word.replace(USUAL_SIGNS, '')
    const isForeign = /^[^\0-\x7f]+$/.test(plain)
    if (isForeign && USUAL_WORDS.test(plain)) continue
    const isOdd = isForeign || ODD.test(word)
    if (!isOdd && !/[^\0-\x7f]/.test(plain)) continue
    words.push(plain.slice(0, LONGEST_WORD)) // otherwise a text without spaces would take quadratic time
    if (isOdd) odd++
    if (isOdd) weight += isForeign ? 2 : 1
  }
  const misread = LANGUAGES.filter((each) => each.text.test(text) && isIn(each, words))
  const wrong = words.filter((word) => misread.some((each) => each.wrong.test(word))).length
  return (weight < 2 || odd * 3 <= words.length) && (wrong < 2 || wrong * 10 <= words.length)
}

/** Returns true if more words are like this language than like the languages of Western Europe. */
function isIn({ own, foreign }: Language, words: readonly string[]): boolean {
  const others = words.filter((word) => foreign.test(word)).length
  return words.filter((word) => own.test(word) && !foreign.test(word)).length > others
}
