import { expect, it } from 'vitest'
import { decodeTable, TableError } from './tableText.ts'

const TEXT = 'Grüße;Señor “Qu” – 5 €'
const utf16 = (isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const latin = (text: string) => Buffer.from(text, 'latin1')

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 LE', utf16(false)],
  ['UTF-16 BE', utf16(true)],
  ['Windows-1252', latin('Grüße;Señor \x93Qu\x94 \x96 5 \x80')],
])('decodeTable reads %s', (_, bytes) => {
  expect(decodeTable(bytes)).toBe(TEXT)
})

it.each<[string, Uint8Array, string]>([
  ['a ZIP, such as a spreadsheet', latin('PK\x03\x04\x14\x00\xff'), 'Save it as “CSV UTF-8”'],
  ['Shift JIS', latin('\x83\x8d\x81[\x83}'), 'Save it as “CSV UTF-8”'],
  ['UTF-16 without a byte order mark', Buffer.from('a,b', 'utf16le'), 'Save it as “CSV UTF-8”'],
  ['half a character of UTF-16', utf16(false).subarray(0, -1), 'Save it as “CSV UTF-8”'],
  ['marked UTF-8 with an invalid byte', latin('\xef\xbb\xbfGr\xfc'), 'Save it as “CSV UTF-8”'],
  ['a file above the size limit', new Uint8Array(5e6 + 1), 'This table is larger than 5 MB. Split it'],
])('decodeTable rejects %s with an error message', (_, bytes, sentence) => {
  expect(() => decodeTable(bytes)).toThrow(TableError)
  expect(() => decodeTable(bytes)).toThrow(sentence)
})
