import { expect, it } from 'vitest'
import { loadHyphenation } from '#client/kit/i18n/hyphenation.ts'
import { wrapLine } from './wrapText.ts'

it.each([
  ['How leopards hunt', 1, 'How leopards hunt'],
  ['How leopards hunt', 2, 'How leopards\nhunt'],
  ['one two three four', 2, 'one two\nthree four'],
  ['one two three four', 4, 'one\ntwo\nthree\nfour'],
  ['What lemurs really do at night', 3, 'What lemurs\nreally do\nat night'],
  ['What lemurs really do at night', 4, 'What\nlemurs\nreally do\nat night'],
  ['Word', 3, 'Word'],
  ['', 2, ''],
  ['مرحبا بكم في عالم', 2, 'مرحبا بكم\nفي عالم'],
])('wrapLine breaks %j into %d lines', (line, count, lines) => {
  expect(wrapLine(line, count)).toBe(lines)
})

it('wrapLine breaks Japanese between words but not before punctuation', () => {
  const lines = wrapLine('はじめての、写真編集ガイド。', 2).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).toBe('はじめての、写真編集ガイド。')
  expect(lines.some((line) => /^[、。]/.test(line))).toBe(false)
})

it.each([
  '今日は「特別」な日です（東京）',
  '（東京）「特別」な『一日』です',
  'スーパーマーケット「きょう」オープン',
  '彼は"すごい"と言った、ウィーンで。',
  '价格：￥500（含税），“特别”优惠！',
  'Tokyo「東京」2026年、春',
])('no line of %s ends with an opening bracket or begins with closing punctuation', (line) => {
  for (let count = 2; count <= 8; count++) {
    const lines = wrapLine(line, count).split('\n')
    expect(lines.length, String(count)).toBeGreaterThan(1)
    expect(lines.join('')).toBe(line)
    for (const one of lines) {
      expect(one).not.toMatch(/[「『（“￥]$/)
      expect(one).not.toMatch(/^[」』）”、。，！：ィーっょ]/)
    }
  }
})

it.each([
  ['Thai', 'ยินดีต้อนรับสู่ร้านของเรา', 'ยินดี|ต้อนรับ|สู่|ร้าน|ของ|เรา'],
  ['Khmer', 'ចុះឈ្មោះដើម្បីទទួលបានថ្មីៗ', 'ចុះឈ្មោះ|ដើម្បី|ទទួល|បាន|ថ្មីៗ'],
  ['Lao', 'ຍິນດີຕ້ອນຮັບສູ່ຮ້ານຂອງພວກເຮົາ', 'ຍິນດີ|ຕ້ອນຮັບ|ສູ່|ຮ້ານ|ຂອງ|ພວກ|ເຮົາ'],
  ['Burmese', 'ကျွန်ုပ်တို့၏ဆိုင်မှကြိုဆိုပါသည်', 'ကျွန်ုပ်|တို့၏|ဆိုင်|မှ|ကြိုဆို|ပါသည်'],
  ['Tibetan', 'བཀྲ་ཤིས་བདེ་ལེགས་ཞུ་རྒྱུ་ཡིན', 'བཀྲ་|ཤིས་|བདེ་|ལེགས་|ཞུ་|རྒྱུ་|ཡིན'],
])('wrapLine breaks %s between words', (_, line, words) => {
  expect(wrapLine(line, 20).split('\n')).toEqual(words.split('|'))
})

it.each([
  ['10\u00a0km far', '10\u00a0km\nfar'],
  ['Hamburg-Altona', 'Hamburg-\nAltona'],
  ['one\u200btwo', 'one\u200b\ntwo'],
  ['2020-2026', '2020-2026'],
])('wrapLine breaks %j into %j', (line, lines) => {
  expect(wrapLine(line, 2)).toBe(lines)
})

it('wrapLine hyphenates long words only at allowed positions', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaft'
  await loadHyphenation(word)
  expect(wrapLine(word, 3)).toBe(word)
  expect(wrapLine(word, 2, true)).toBe('Donaudampfschiff-\nfahrtsgesellschaft')
  expect(wrapLine(`Die ${word}`, 3, true)).toBe('Die Donaudampf-\nschifffahrts-\ngesellschaft')
  expect(wrapLine('Hello World', 3, true)).toBe('Hello\nWorld')
  expect(wrapLine('Dampf\u00adschiff', 2)).toBe('Dampf\u00ad-\nschiff')
})

it('wrapLine breaks a very long line into lines of similar length', () => {
  const line = 'a '.repeat(1000)
  const lines = wrapLine(line, 5).split('\n')
  expect(lines.join(' ')).toBe(line.trimEnd())
  expect(lines.map(({ length }) => length)).toEqual(Array(5).fill(399))
})
