import { expect, it, vi } from 'vitest'
import { casedWords, paintedWeight } from './schema.ts'

it.each([
  ['Your title', 'Anton', 400],
  ['Ваш заголовок', 'Anton', 700],
  ['Ο τίτλος σας', 'Anton', 700],
  ['Anton で', 'Anton', 400],
  ['10', 'Graduate', 400],
  ['Ваш заголовок', 'Jost', 400],
  ['Ваш заголовок', 'Russo One', 400],
  ['Łódź', 'Anton', 400],
])(
  'the text %s in the font %s is painted with weight %d, or with a heavier weight if the font lacks its letters',
  (text, fontFamily, weight) => {
    expect(paintedWeight({ text, fontFamily, fontWeight: 400 })).toBe(weight)
  },
)

it.each([
  ['limited issue', 'LIMITED ISSUE'],
  ['straße ǆ ﬁ', 'STRASSE Ǆ FI'],
  ['şişli istanbul', 'ŞİŞLİ İSTANBUL'],
  ['ısı', 'ISI'],
  ['şîn li ciyê', 'ŞÎN LI CIYÊ'],
  ['toţi paşii mici', 'TOŢI PAŞII MICI'],
  ['Ελλάδα', 'ΕΛΛΑΔΑ'],
])('the capitals of %s are %s in every browser', (words, capitals) => {
  const original = String.prototype.toLocaleUpperCase
  for (const language of ['tr', 'en', 'lt']) {
    const spy = vi.spyOn(String.prototype, 'toLocaleUpperCase')
    spy.mockImplementation(function (this: string, chosen) {
      return original.call(this, chosen ?? language)
    })
    expect(casedWords({ isUpperCase: true }, words), language).toBe(capitals)
    spy.mockRestore()
  }
})
