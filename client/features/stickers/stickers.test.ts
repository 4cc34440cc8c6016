/** Tests that the import of an image sticker ends cleanly after an error and when a new photo is opened. */
import { expect, it, vi } from 'vitest'
import { endsWithNewPhoto } from '#client/editor/flows/newPhoto.testing.ts'
import { file } from '#client/editor/flows/testing.ts'
import { expectEnded, FAILURES, pictureDeps, withBroken } from '#client/editor/flows/unexpected.testing.ts'
import { createStickers } from './stickers.ts'

it.each(FAILURES)('an image sticker ends with a message if the import %s', async (_, fails) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { session, said, deps } = pictureDeps()
  await createStickers(withBroken(deps, 'importImage', fails)).add(file())
  expectEnded(session, said)
  expect(said).not.toEqual([])
})

endsWithNewPhoto('the import of a sticker', ({ flow }) => flow(createStickers).add(file()))
