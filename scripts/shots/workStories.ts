/** Table of features across the tools: commands, crop, objects, download options, batch edit. */
import { onScreen } from '../../e2e/support/gestures.ts'
import { button, fromTopBar, openEditor, photo, separated, writeText } from './editorStories.ts'
import type { Story } from './stories.ts'

/** A point on the rocket in astronaut.png, document px. */
const ROCKET = { x: 418, y: 150 }

/** Screenshots of features across the tools. */
export const workStories: readonly Story[] = [
  {
    name: 'commands',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('chelsea.png'))
      await page.keyboard.press('Escape') // ends the tour
      await page.getByRole('dialog', { name: 'Tour' }).waitFor({ state: 'hidden' })
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor()
      await capture('all')
      await page.getByRole('combobox', { name: 'Search commands' }).fill('text')
      await capture('found')
      await page.getByRole('combobox', { name: 'Search commands' }).fill('text that nothing matches')
      await capture('none')
    },
  },
  {
    name: 'format',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await page.getByRole('button', { name: 'Crop', exact: true }).click()
      await page.getByRole('tabpanel', { name: 'Crop' }).getByRole('radio', { name: '9:16' }).click()
      await page.getByRole('tabpanel', { name: 'Crop' }).getByRole('slider', { name: 'Straighten' }).focus()
      await page.keyboard.press('PageUp')
      await capture('frame')
    },
  },
  {
    name: 'objects',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await page.getByRole('tab', { name: 'Cutout', exact: true }).click()
      await page.getByRole('tabpanel', { name: 'Cutout' }).getByRole('button', { name: 'Objects', exact: true }).click()
      await page.getByRole('tabpanel', { name: 'Objects' }).getByRole('button', { name: 'Find people' }).waitFor()
      await capture('none')
      const panel = page.getByRole('tabpanel', { name: 'Objects' })
      await panel.getByRole('button', { name: 'Lift object' }).click()
      const { x, y } = await onScreen(page, ROCKET, { isStill: true })
      await capture('lifting')
      await page.mouse.click(x, y)
      await page.waitForFunction(() =>
        Object.values(window.midground?.document().layers ?? {}).some(({ kind }) => kind === 'object'),
      )
      await panel.getByRole('button', { name: 'Done' }).click()
      await capture('one')
      await panel.getByRole('button', { name: /^Object 1/ }).click()
      await panel.getByRole('button', { name: 'Edit mask' }).waitFor()
      await capture('card')
    },
  },
  {
    name: 'download-options',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('coffee.png'))
      await button(page, 'More download options')
      await page.getByRole('dialog').getByRole('combobox', { name: 'Size' }).waitFor()
      await capture('png')
      await page.getByRole('dialog').getByRole('radio', { name: 'JPEG', exact: true }).click()
      await page.getByRole('dialog').getByRole('slider').first().waitFor()
      await capture('jpeg')
    },
  },
  {
    name: 'several-photos',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('chelsea.png'))
      await page.getByRole('tab', { name: 'Text', exact: true }).click()
      await writeText(page, 'MEOW')
      await fromTopBar(page, 'Batch edit')
      const dialog = page.getByRole('dialog', { name: 'Batch edit' })
      await dialog.getByRole('button', { name: 'Choose photos', exact: true }).waitFor()
      await capture('empty')
      await page
        .locator('input[type=file][multiple]')
        .setInputFiles([
          photo('chelsea.png'),
          photo('coffee.png', 'A cup of coffee in the café by the sea, Sunday morning.png'),
          { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('just words') },
        ])
      await dialog.getByRole('button', { name: 'Current layers', exact: true }).click()
      await dialog.getByRole('status').filter({ hasText: 'Ready: 2 of 3' }).waitFor()
      await capture('ready')
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export as ZIP', exact: true }).click()
      await download
      await dialog.getByText('Export complete!').waitFor()
      await capture('exported')
    },
  },
]
