/** Table of what words can have: styles, fonts of one's own, and being typed where they stand. */
import type { Page } from '@playwright/test'
import { FONTS_REVISION } from '../../client/kit/fonts/revision.ts'
import { onScreen } from '../../e2e/story.ts'
import { button, openEditor, photo, separated } from './editorStories.ts'
import type { Story } from './story.ts'

/** The middle of the photo, where a new text stands. */
const MIDDLE = { x: 256, y: 256 }

/** One of the server's own fonts, as a file that somebody brings. */
async function bringFont(page: Page) {
  const response = await page.request.get(`/fonts/${FONTS_REVISION}/anton-400.woff2`)
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Add a font')
  const buffer = await response.body()
  await (await choosing).setFiles({ name: 'My Poster.woff2', mimeType: 'font/woff2', buffer })
  await page.getByRole('button', { name: 'Remove My Poster from your fonts' }).waitFor()
}

export const wordStories: readonly Story[] = [
  {
    name: 'words',
    sizes: ['wide', 'phone'],
    async tell({ page, size, shoot }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await page.getByRole('tab', { name: 'Text', exact: true }).click()
      await button(page, 'Add Text')
      await page.getByRole('textbox', { name: 'Text content' }).fill('ORBIT')
      await button(page, 'Fit')
      await button(page, 'Styles')
      const looks = page.getByRole('group', { name: 'Styles to start from' })
      await looks.getByRole('button', { name: 'Comic' }).click()
      await looks.scrollIntoViewIfNeeded()
      await shoot('styles')
      await button(page, 'Save style')
      await shoot('saved-style')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Font/ }).click()
      await bringFont(page)
      await shoot('own-font')
      await page.keyboard.press('Escape')
      if (size.name === 'phone') await page.getByRole('tabpanel').getByRole('button', { name: 'Close' }).click()
      const { x, y } = await onScreen(page, MIDDLE)
      await page.mouse.dblclick(x, y)
      await page.getByRole('textbox', { name: 'Words on the photo' }).waitFor()
      await shoot('in-place')
    },
  },
]
