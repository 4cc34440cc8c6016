import { expect, it } from 'vitest'
import { NAMED_IN, revisionOf } from '../../../scripts/emoji/build.mjs'
import { isLanguage, LANGUAGES } from '../i18n/languages.ts'
import { EMOJI_REVISION, emojiNamesUrl, emojiUrl } from './emojiImages.ts'

it.each([
  ['😀', '1f600'],
  ['❤️', '2764'],
  ['👍🏽', '1f44d-1f3fd'],
  ['👨‍👩‍👧', '1f468-200d-1f469-200d-1f467'],
  ['#️⃣', '0023-20e3'],
])('the image URL of %s contains %s', (emoji, key) => {
  expect(emojiUrl(emoji)).toMatch(new RegExp(`^/emoji/[0-9a-f]{16}/${key}\\.svg$`))
})

it("the folder of the emoji images is named after the hash of the images' packages", async () => {
  expect(EMOJI_REVISION).toBe(await revisionOf())
})

it('the emojis have names in every language that the build writes', () => {
  const named = Object.keys(LANGUAGES).filter((language) => isLanguage(language) && emojiNamesUrl(language) !== null)
  expect(named.sort()).toEqual(Object.keys(NAMED_IN).sort())
})
