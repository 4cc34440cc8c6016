/** Tables as spreadsheets write them, with the rows that the editor and the command line must read from them. */

/** Rows below the header `photo, text1, text2`. */
const WORDS = [
  ['a.jpg', 'Grüße', 'Frühling für alle'],
  ['b.jpg', 'Æbleø', 'Señor “Ñu” – 5 €'],
] as const
const HEADER = ['photo', 'text1', 'text2'] as const

const lines = (separator: string, end = '\r\n') => [HEADER, ...WORDS].map((row) => row.join(separator) + end).join('')
const utf8 = (text: string) => Buffer.from(text)
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** The bytes of Windows-1252 for the characters of WORDS that Latin-1 lacks. */
const WINDOWS_1252: Readonly<Record<string, string>> = { '“': '\x93', '”': '\x94', '–': '\x96', '€': '\x80' }
const windows1252 = (text: string) =>
  Buffer.from(
    text.replace(/[“”–€]/g, (each) => WINDOWS_1252[each] ?? each),
    'latin1',
  )

export interface SampleTable {
  name: string
  bytes: Buffer
  /** The rows below the header. */
  rows: readonly (readonly string[])[]
}

/** Tables with the columns photo, text1 and text2, and the photos a.jpg and b.jpg. */
export const TABLES: readonly SampleTable[] = [
  { name: 'Windows-1252 with semicolons', bytes: windows1252(lines(';')), rows: WORDS },
  { name: 'UTF-16 LE with tabs', bytes: utf16(lines('\t')), rows: WORDS },
  { name: 'UTF-16 BE with tabs', bytes: utf16(lines('\t')).swap16(), rows: WORDS },
  { name: 'UTF-8 with a byte order mark', bytes: utf8(`\uFEFF${lines(';')}`), rows: WORDS },
  { name: 'UTF-8 with old Mac line breaks', bytes: utf8(lines(',', '\r')), rows: WORDS },
  { name: 'a line that names the separator', bytes: utf8(`\uFEFFsep=;\r\n${lines(';')}`), rows: WORDS },
  { name: 'a line that names an unusual separator', bytes: utf8(`sep=#\n${lines('#')}`), rows: WORDS },
  { name: 'empty columns and rows', bytes: utf8(`${lines(',', ',,,\r\n')},,,,,\r\n,,,,,\r\n`), rows: WORDS },
  {
    name: 'cells of two lines',
    bytes: utf8('photo,text1,text2\r\na.jpg,"Hello\nWorld","line 1\r\nline 2"\r\nb.jpg,Plain,"x\ny"\r\n'),
    rows: [
      ['a.jpg', 'Hello\nWorld', 'line 1\nline 2'],
      ['b.jpg', 'Plain', 'x\ny'],
    ],
  },
  {
    name: 'inch marks',
    bytes: utf8('photo,text1,text2\na.jpg,5" x 7",Rome\nb.jpg,"8"" x 10""","12" frame\n'),
    rows: [
      ['a.jpg', '5" x 7"', 'Rome'],
      ['b.jpg', '8" x 10"', '"12" frame'],
    ],
  },
  {
    name: 'commas in cells between semicolons',
    bytes: utf8('photo;text1;text2\na.jpg;Hello, dear, old friends;Rome, Italy\nb.jpg;Bye, all;Paris\n'),
    rows: [
      ['a.jpg', 'Hello, dear, old friends', 'Rome, Italy'],
      ['b.jpg', 'Bye, all', 'Paris'],
    ],
  },
]

/** A table of two photos that have the same name and are in two folders. */
export const DUPLICATES: SampleTable = {
  name: 'two photos of one name',
  bytes: utf8('photo,text1\r\nrome/IMG_0001.jpg,Rome\r\nparis/IMG_0001.jpg,Paris\r\n'),
  rows: [
    ['rome/IMG_0001.jpg', 'Rome'],
    ['paris/IMG_0001.jpg', 'Paris'],
  ],
}
