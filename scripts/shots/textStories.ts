/** Table of text features: styles, own fonts, editing on the canvas. */
import type { Page } from '@playwright/test'
import { FONTS_REVISION } from '../../client/kit/fonts/revision.ts'
import { onScreen } from '../../e2e/support/gestures.ts'
import { button, openEditor, photo, separated, writeText } from './editorStories.ts'
import type { Story } from './stories.ts'

/** Centre of the photo, document px; a new text is placed there. */
const CENTER = { x: 256, y: 256 }

/** Uploads one of the server's fonts as a user's own font. */
async function addOwnFont(page: Page) {
  const response = await page.request.get(`/fonts/${FONTS_REVISION}/anton-400.woff2`)
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Add font')
  const buffer = await response.body()
  await (await choosing).setFiles({ name: 'My Poster.woff2', mimeType: 'font/woff2', buffer })
  await page.getByRole('button', { name: 'Remove My Poster from your fonts' }).waitFor()
}

/** Screenshots of text features: styles, own fonts, editing on the canvas. */
export const textStories: readonly Story[] = [
  {
    name: 'text-features',
    sizes: ['wide', 'phone'],
    async run({ page, size, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await page.getByRole('tab', { name: 'Text', exact: true }).click()
      await writeText(page, 'ORBIT')
      await button(page, 'Styles')
      const looks = page.getByRole('group', { name: 'Preset styles' })
      await looks.getByRole('button', { name: 'Comic' }).click()
      await looks.scrollIntoViewIfNeeded()
      await capture('styles')
      await button(page, 'Save style')
      await capture('saved-style')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Font/ }).click()
      await addOwnFont(page)
      await capture('own-font')
      await page.keyboard.press('Escape')
      if (size.name === 'phone') await page.getByRole('tabpanel').getByRole('button', { name: 'Close' }).click()
      const { x, y } = await onScreen(page, CENTER)
      await page.mouse.dblclick(x, y)
      await page.getByRole('textbox', { name: 'Text on the photo' }).waitFor()
      await capture('in-place')
    },
  },
]
