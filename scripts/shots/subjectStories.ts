/** Table of the subject tools: selection and mask edits. */
import { button, openEditor, photo, separated } from './editorStories.ts'
import type { Story } from './story.ts'

/** Screenshots of the tools for the subject: Choose subject and Mend mask. */
export const subjectStories: readonly Story[] = [
  {
    name: 'subject',
    sizes: ['wide', 'phone'],
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await page.getByRole('tab', { name: 'Cutout', exact: true }).click()
      await button(page, 'Choose subject')
      await page
        .getByRole('button', { name: /^Suggestion/ })
        .first()
        .waitFor()
      await capture('suggestions')
      await button(page, 'People only')
      await page.waitForFunction(() => window.midground?.document().separation?.chosen?.start === 'people')
      await capture('people-only')
      await button(page, 'Done')
      await button(page, 'Mend mask')
      await page.getByRole('slider', { name: 'Feather' }).waitFor()
      await capture('mend')
    },
  },
]
