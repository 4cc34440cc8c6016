/** Table of the main screens in every language. */
import { ALL, follow } from '../../e2e/support/languages.ts'
import { button, openEditor, photo, separated } from './editorStories.ts'
import type { Story } from './stories.ts'

const PAGES = { home: '/', pricing: '/pricing' }

/** Screenshots of the main screens in every language. */
export const languageStories: readonly Story[] = [
  {
    name: 'languages',
    needsBilling: true,
    async run({ page, capture }) {
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        for (const language of ALL) {
          await follow(page, language)
          await capture(`${name}-${language}`, 'whole')
        }
      }
    },
  },
  {
    name: 'editor-languages',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('chelsea.png'))
      await page.getByRole('tab', { name: 'Text', exact: true }).click()
      await button(page, 'Add Text')
      for (const language of ALL) {
        await follow(page, language)
        await capture(`text-${language}`)
      }
    },
  },
]
