import { expect, it, onTestFinished } from 'vitest'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { imageUrl, PICTURES } from './Gallery.tsx'

it.each(Object.keys(LANGUAGES))('each template of the gallery has an image in the language %s', (language) => {
  onTestFinished(() => catalogue.activate('en'))
  catalogue.loadAndActivate({ locale: language, messages: {} })
  for (const { id } of PICTURES) expect(imageUrl(id)).toBe(`/client/site/gallery/${language}/${id}.webp`)
})
