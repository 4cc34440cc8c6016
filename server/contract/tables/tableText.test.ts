import { expect, it } from 'vitest'
import { decodeTable, TableError } from './tableText.ts'

const TEXT = 'Grüße;Señor “Qu” – 5 €'
const utf16 = (isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const latin = (text: string) => Buffer.from(text, 'latin1')

/** Encodes text by trying all characters of one and two bytes. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const read = decoder.decode(Uint8Array.from(bytes))
    if (!bytesOf.has(read)) bytesOf.set(read, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  if (!encoding.startsWith('windows')) for (let pair = 0x8140; pair < 0xff00; pair++) add(pair >> 8, pair & 255)
  return Uint8Array.from([...text].flatMap((each) => bytesOf.get(each) ?? expect.fail(`no byte for ${each}`)))
}

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 LE', utf16(false)],
  ['UTF-16 BE', utf16(true)],
  ['Windows-1252', latin('Grüße;Señor \x93Qu\x94 \x96 5 \x80')],
])('decodeTable reads %s', (_, bytes) => {
  expect(decodeTable(bytes)).toBe(TEXT)
})

/** Text in Windows-1252. */
const READ = [
  'Où est l’été? «Ça», cœur, Noël, à 20°C · 5 m² – ½ €',
  '¿Qué? ¡Él! Nº 5, “Ñu”, João, Simões, pingüino',
  '„Größe“, Äpfel, Öl, Midground™, £5m, 3×4, Mary´s',
  'Æble, Søren, Åse, ærø, TYÖ, Šano',
  'Sigurður Þórðarson, Ægir, Ýmir',
  'Guðmundur, Sigurður, Þorsteinn',
  'Guðmundur, Sigurður, Müller',
  'Alþingi, Guðmundur, Sigurður',
  'Halldór Laxness, Sjálfstætt fólk, Samþykkt, Alþýða',
  'Ísafjörður, æð, óð, óþýður, lýðveldi',
  'Skálafjørður, Fuglafjørður, Tórshavn',
  'Ný sýning',
  'íþróttir',
  'Faðir minn',
  'Þú ert best',
  'Tír na nÓg, Poblacht na hÉireann',
  'McÉwan',
  'Mìle fàilte, sìth',
  'Søren;Forlì',
  'Søren, Forlì, José',
  'Rødgrød, Tiramisù, Lunedì',
  'Straße, Smørrebrød, Ragù · Bolognese, Perchè no',
  'Ærøskøbing, Tirsdag: così',
  'Põld;André',
  'José, Põldmäe',
  'Tõnu Põld, Võru, töövõtja, öö',
  'Crème brûlée, août, goût, dû',
  'Müller;Nový',
  'Müller, Nový, Novotný',
  'Müller, Martin Nový, Größe',
  'L´été à l´école, 3×Ölwechsel',
  'L´été à la plage, L´école d´été',
  'Ça va, À l´école, Noël',
  'Café´s',
  'Señor¿Qué?',
  'ÅÄÖ',
  'äöüß',
  'Ø8×½',
  'm²Größe',
  'Bräunlingen, £five',
  'Müller†',
]

/** Text in other encodings, which has other letters in Windows-1252. */
const REJECTED: [string, string][] = [
  ['windows-1251', 'имя;город\nАнна;Москва'],
  ['windows-1251', 'name;city\nJohn;Москва'],
  ['windows-1251', 'name\nЛев'],
  ['windows-1251', 'text\nЯ и ты'],
  ['windows-1250', 'imię;miasto\nŁukasz;Łódź'],
  ['windows-1250', 'jméno\nJiří Dvořák, Zdeněk'],
  [
    'windows-1250',
    'Jana Nováková, Petra Svobodová, Marie Dvořáková, Lucie Procházková, Eva Horáková, Zdeněk Malý, Tereza Králová',
  ],
  ['windows-1250', 'Ondřej, Zdeněk, Matěj, Lukáš'],
  ['windows-1250', 'Ján Kováč, Mária Kučerová, Peter Hudák, Jana Kováčová'],
  ['windows-1250', 'név\nErdős Pál\nKőszegi Ernő'],
  [
    'windows-1250',
    'foto;név\na.jpg;Kovács István\nb.jpg;Szabó László\nc.jpg;Tóth Gergő\nd.jpg;Németh Éva\ne.jpg;Horváth Dezső\nf.jpg;Varga Ágnes',
  ],
  [
    'windows-1250',
    'Nagy Ágnes, Kiss Gergő, Tóth Ernő, Szűcs Béla, Kovács Zoltán, Vígh Réka, Mészáros Pál, Bodó Éva, Király Ödön',
  ],
  [
    'windows-1250',
    'Köszönjük, hogy eljött! Várjuk jövő héten is: péntek. Belépő ingyenes, étel és ital a helyszínen vásárolható.',
  ],
  ['windows-1253', 'όνομα;πόλη\nΑθήνα;Πάτρα'],
  ['windows-1253', 'title\nΑθήνα'],
  ['windows-1254', 'ad;şehir\nIşıl;İğdır'],
  ['windows-1254', 'ad\nAyşe\nOğuz'],
  ['windows-1254', 'ad\nYağmur Çelik, Doğan'],
  ['windows-1254', 'ad\nJosé\nAyşe\nOğuz\nYağmur\nIşıl'],
  ['windows-1254', 'Ayşe, Oğuz Çelik, Kâmil Hüküm, Büyük İndirim, Ücretsiz Kargo, Hızlı'],
  ['windows-1254', 'Büyük Ücretsiz Çelik Hüküm Özgür Gökçe Taş Ayşe'],
  ['windows-1255', 'שם,עיר\nנועה,חיפה'],
  ['windows-1256', 'اسم,مدينة\nسارة,دبي'],
  ['windows-874', 'ชื่อ\nสมชาย'],
  ['gbk', '姓名,城市\n张三,北京'],
  ['gbk', 'name,city\nTom,北京'],
  ['big5', '姓名,城市\n陳大文,臺北'],
  ['shift_jis', '名前\n田中'],
  ['shift_jis', 'name\n鈴木'],
  ['shift_jis', 'name\n鈴木\n高橋'],
  ['euc-kr', '이름,도시\n김철수,서울'],
]

it.each(READ)('decodeTable reads "%s" in Windows-1252', (text) => {
  expect(decodeTable(encode(text, 'windows-1252'))).toBe(text)
})

it('decodeTable reads a million letters without a space in linear time', () => {
  expect(decodeTable(latin('aá'.repeat(5e5)))).toHaveLength(1e6)
})

it.each(REJECTED)('decodeTable rejects %s instead of reading other letters: %j', (encoding, text) => {
  expect(() => decodeTable(encode(text, encoding))).toThrow('Save it as “CSV UTF-8”')
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
