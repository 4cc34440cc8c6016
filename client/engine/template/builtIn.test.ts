import { expect, it, onTestFinished } from 'vitest'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { BUILT_IN, builtInTemplate } from './builtIn.ts'
import { textsOf } from './withTexts.ts'

it('a built-in template has text and layer names in the interface language', () => {
  onTestFinished(() => catalogue.activate('en'))
  catalogue.loadAndActivate({ locale: 'de', messages: { Badge: 'Plakette', New: 'Neu', 'Watch\nthis': 'Sieh\nhin' } })
  const texts = textsOf(builtInTemplate('thumbnail')!.document).map(({ text }) => text)
  expect(texts).toEqual(['Sieh\nhin', 'Neu', 'In 10 minutes'])
})

const CATALOGUES = import.meta.glob<Record<string, string>>('../../kit/i18n/languages/*.json', {
  eager: true,
  import: 'default',
})

it.each(Object.entries(CATALOGUES))(
  'text translated into %s is at most 1.75 times as long as the English text',
  (_, messages) => {
    const texts = [...BUILT_IN.values()].flatMap(({ document }) => textsOf(document).map(({ text }) => text))
    const isLong = (text: string) => text.length >= 8 && (messages[text] ?? text).length > 1.75 * text.length
    expect(texts.filter(isLong)).toEqual([])
  },
)
