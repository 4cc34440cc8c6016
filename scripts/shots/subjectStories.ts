/** Table of the subject tools: selection, mask edits and candidate masks. */
import { DEMANDING, follow } from '../../e2e/support/languages.ts'
import { sample, upload } from '../../e2e/support/test.ts'
import { button, openEditor, photo, separated } from './editorStories.ts'
import type { Story } from './stories.ts'

/** Screenshots of the tools for the subject, Select subject and Edit mask, and of the possible subjects. */
export const subjectStories: readonly Story[] = [
  {
    name: 'subject',
    sizes: ['wide', 'phone'],
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await page.getByRole('tab', { name: 'Cutout', exact: true }).click()
      await button(page, 'Select subject')
      await page
        .getByRole('button', { name: /^Suggestion/ })
        .first()
        .waitFor()
      await capture('suggestions')
      await button(page, 'Select people only')
      await page.waitForFunction(() => window.midground?.document().separation?.chosen?.start === 'people')
      await capture('people-only')
      await button(page, 'Done')
      await button(page, 'Edit mask')
      await page.getByRole('slider', { name: 'Feather' }).waitFor()
      await capture('mend')
    },
  },
  {
    name: 'candidates',
    async run({ page, size, capture }) {
      await openEditor(page, '?improve')
      await upload(page, sample('astronaut.png'))
      await page.getByRole('region', { name: 'Which subject do you want?' }).waitFor()
      for (const language of ['en', ...DEMANDING] as const) {
        await follow(page, language)
        await capture(language)
      }
      await follow(page, 'en')
      if (size.name === 'phone') {
        await page.setViewportSize({ width: 360, height: 640 })
        await capture('narrow')
        await page.setViewportSize({ width: size.width, height: size.height })
      }
      await button(page, 'Hide')
      await capture('folded')
    },
  },
]
