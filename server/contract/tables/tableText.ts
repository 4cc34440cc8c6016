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
 * Windows. @throws {TableError} if the table is too large, has another encoding, or isn't text
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

/** Returns null if a byte has no character in Windows-1252, or if the text has another encoding. */
function decodeWindows1252(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'windows-1252')?.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c)
  return text === undefined || /[\x80-\x9f]/.test(text) || !isWestern(text) ? null : text
}

/** Signs that Western European text has next to letters and to each other. */
const USUAL_SIGNS = /[€‚„…‰‹‘’“”•–—™›¡£§©«®°·»¿]/g

/**
 * Matches what text in another encoding often has when it is read as Windows-1252: signs beside letters, such as “³ó”,
 * and capitals after small letters, such as “dŸ”.
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

/**
 * Returns false for text in another encoding: at least two words, and more than a third of the words with other
 * characters than ASCII, are odd. Odd words have odd signs, no ASCII letter, or the letters of a language that this text
 * may have.
 */
function isWestern(text: string): boolean {
  const letters = misreadLetters(text)
  const words = (text.match(/[a-z\x80-\x9f\xa1-\uffff]+/gi) ?? []).flatMap((word) => {
    const plain = word.replace(USUAL_SIGNS, '')
    const isOdd = ODD.test(word) || /^[^\0-\x7f]{2,}$/.test(plain) || letters.some((each) => each.test(word))
    return isOdd || /[^\0-\x7f]/.test(plain) ? [isOdd] : []
  })
  const odd = words.filter(Boolean).length
  return odd < 2 || odd * 3 <= words.length
}

/** Returns letters that stand for others if the text is Turkish, Czech or Hungarian, which it may be. */
function misreadLetters(text: string): RegExp[] {
  // Icelandic has þ at the start of words, and no ç or ü
  const hasTurkish = /[ýÝ]|\p{L}[þÞÐ]/u.test(text) || (/[ðþ]/i.test(text) && /[çü]/i.test(text))
  const isTurkish = hasTurkish && !/[áéíóúæ]/i.test(text)
  // Danish has ø, and Italian ì, but in no word with other accents
  const isCzech = /[øì]\p{L}*[áéíýúšž]|[áéíýúšž]\p{L}*[øì]/iu.test(text)
  // Portuguese has õ before e, and Estonian has ä
  const isHungarian = /õ(?!e)/i.test(text) && /[áéíóú]/i.test(text) && !/ä/i.test(text)
  return [isTurkish && /[þðý]/i, isCzech && /[øìèùòï]/i, isHungarian && /[õû]/i].filter((each) => each !== false)
}
