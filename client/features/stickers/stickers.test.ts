/**
 * Tests that the import of an image sticker ends cleanly after an error and when a new photo is opened. Also tests the
 * emojis' names.
 */
import { expect, it, vi } from 'vitest'
import { endsWithNewPhoto } from '#client/editor/flows/newPhoto.testing.ts'
import { file } from '#client/editor/flows/testing.ts'
import { expectEnded, FAILURES, pictureDeps, withBroken } from '#client/editor/flows/unexpected.testing.ts'
import { namesIn } from '../../../scripts/emoji/build.mjs'
import { inLanguage } from './Picker.tsx'
import { createStickers } from './stickers.ts'

it.each(FAILURES)('an image sticker ends with a message if the import %s', async (_, fails) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { session, said, deps } = pictureDeps()
  await createStickers(withBroken(deps, 'importImage', fails)).add(file())
  expectEnded(session, said)
  expect(said).not.toEqual([])
})

endsWithNewPhoto('the import of a sticker', ({ flow }) => flow(createStickers).add(file()))

it('emojis have the names of the language, and are also found by English words and without accents', async () => {
  const heart = { emoji: '❤️', label: 'red heart', category: 8, version: 0.6, tags: ['love'] }
  const list = { locale: 'en' as const, emojis: [heart], categories: [], skinTones: SKIN_TONES }
  const { emojis } = inLanguage(list, await namesIn('es', [heart]))
  expect(emojis).toEqual([{ ...heart, label: 'corazón rojo', tags: expect.arrayContaining(['red heart', 'love']) }])
  expect(emojis[0]!.tags.join()).toContain('corazon rojo')
})

const SKIN_TONES = { dark: '', light: '', medium: '', 'medium-dark': '', 'medium-light': '' }
