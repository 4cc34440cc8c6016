import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { EmojiImage } from './EmojiText.tsx'

it('an emoji without an image is shown as a character', async () => {
  render(<EmojiImage emoji="\u{1F600}no-such-image" size={24} />)
  const character = page.getByText(/no-such-image/)
  await expect.element(character).toBeVisible()
  expect(document.querySelector('img')).toBeNull()
})
