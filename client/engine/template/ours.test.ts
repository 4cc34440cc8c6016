import { expect, it, onTestFinished } from 'vitest'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { ourTemplate } from './ours.ts'
import { textsOf } from './withTexts.ts'

it('a built-in template has text and layer names in the interface language', () => {
  onTestFinished(() => catalogue.activate('en'))
  catalogue.loadAndActivate({ locale: 'de', messages: { Badge: 'Plakette', New: 'Neu', 'Watch\nthis': 'Sieh\nhin' } })
  const texts = textsOf(ourTemplate('thumbnail')!.document).map(({ text }) => text)
  expect(texts).toEqual(['Sieh\nhin', 'Neu', 'In 10 minutes'])
})
