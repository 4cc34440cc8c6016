/** Table of the editor's states. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sample, signUp, upload } from '../../e2e/test.ts'
import type { Story } from './story.ts'

const LONG_NAME = `${'A very long name of a photo from a holiday by the sea in 2026'.slice(0, 56)}.png`
const HEIC = join(import.meta.dirname, '../../client/media/importer/fixtures/four-corners.heic')

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
/** A tab that is disabled opens its prompt all the same; Playwright would wait for it. */
const dimmed = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click({ force: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const photo = (file: string, name = file) => ({
  name,
  mimeType: 'image/png',
  buffer: readFileSync(sample(file)),
})

export async function openEditor(page: Page, search = '') {
  await signUp(page)
  await page.goto(`/custom-editor${search}`)
  await page.getByRole('button', { name: 'Select an image' }).waitFor()
}

export async function separated(page: Page, file: ReturnType<typeof photo>) {
  await upload(page, file)
  await page.waitForFunction(() => Boolean(window.midground?.document().separation))
  await page.getByText('All set!').waitFor({ state: 'hidden' })
}

async function addText(page: Page, text: string) {
  await button(page, 'Add Text')
  await page.getByRole('textbox', { name: 'Text content' }).fill(text)
  await button(page, 'Fit')
}

export const editorStories: readonly Story[] = [
  {
    name: 'empty',
    async tell({ page, shoot }) {
      await openEditor(page)
      await shoot('nothing')
      await dimmed(page, 'Text')
      await page.getByText('Please upload an image first').waitFor()
      await shoot('text-prompt')
      await dimmed(page, 'Tune')
      await page.getByText('Please upload an image first', { exact: true }).waitFor()
      await shoot('tune-prompt')
      await dimmed(page, 'Tune')
      await page.evaluate(() => {
        const files = new DataTransfer()
        files.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
        window.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: files }))
      })
      await shoot('dragging')
    },
  },
  {
    name: 'projects',
    async tell({ page, shoot }) {
      await openEditor(page)
      for (const file of [photo('rocket.jpg'), photo('coffee.png', LONG_NAME), photo('chelsea.png')]) {
        await separated(page, file)
        await page.waitForTimeout(4000) // the picture of a project is made in a quiet moment
        await page.reload()
        await page.getByRole('button', { name: 'Restore last session' }).waitFor()
      }
      await shoot('recent')
      await button(page, 'Delete chelsea.png')
      await page.getByRole('alertdialog').waitFor()
      await shoot('delete')
      await button(page, 'Keep it')
      await button(page, 'Restore last session')
      await page.getByText('Everything is as you left it.').waitFor()
      await shoot('restored')
      await button(page, 'Recent projects')
      await page.getByRole('dialog', { name: 'Recent projects' }).waitFor()
      await shoot('dialog')
    },
  },
  {
    name: 'import',
    async tell({ page, shoot }) {
      await openEditor(page)
      await upload(page, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await page.getByRole('alertdialog').waitFor()
      await shoot('wrong-type')
      await page.keyboard.press('Enter')
      await upload(page, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('just words') })
      await page.getByRole('alert').waitFor()
      await shoot('unreadable')
      await button(page, 'Dismiss')
      await upload(page, { name: 'IMG_4213.HEIC', mimeType: 'image/heic', buffer: readFileSync(HEIC) })
      await page.getByRole('alertdialog').waitFor()
      await shoot('heic-consent')
      await button(page, 'Cancel')
    },
  },
  {
    name: 'separation',
    async tell({ page, shoot }) {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.context().route('**/models/**/*.bin', async (route) => {
        await held
        await route.abort()
      })
      await openEditor(page)
      await upload(page, photo('coffee.png', LONG_NAME))
      await page.getByText('Loading the model').waitFor()
      await shoot('loading')
      release()
      await page.getByText('Failed to analyze image.').waitFor()
      await tab(page, 'Text')
      await page.getByRole('button', { name: 'Add Text' }).waitFor()
      await shoot('failed')
      await page.context().unrouteAll()
      await button(page, 'Try again')
      await page.getByText('All set!').waitFor()
      await shoot('ready')
    },
  },
  {
    name: 'text',
    async tell({ page, size, shoot }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png', LONG_NAME))
      await shoot('photo')
      await tab(page, 'Text')
      await shoot('no-text')
      await addText(page, 'ORBIT')
      await shoot('one')
      await page.getByRole('button', { name: /^Font/ }).click()
      await page.waitForTimeout(700) // the faces of the list arrive
      await shoot('fonts')
      await page.keyboard.press('Escape')
      await button(page, 'Add 3D Text')
      await page.getByRole('textbox', { name: 'Text content' }).fill('3D')
      await button(page, 'Fit')
      await shoot('solid')
      for (const text of [
        'Überschrift mit Donaudampfschifffahrtsgesellschaft',
        '日本語',
        'שלום עולם',
        '🚀 to the moon',
      ])
        await addText(page, text)
      await shoot('many')
      await page.keyboard.press('Escape')
      if (size.name !== 'phone') await page.getByRole('application', { name: 'Canvas' }).hover()
      await shoot('deselected')
      await button(page, 'Upload')
      await page.setInputFiles('input[type=file]', photo('coffee.png'))
      await page.getByRole('alertdialog').waitFor()
      await shoot('unsaved')
      await button(page, 'Keep editing')
      const download = page.waitForEvent('download')
      await button(page, 'Download')
      await download
      await page.getByText('Download complete!').waitFor()
      await shoot('saved')
    },
  },
  {
    name: 'groups',
    async tell({ page, shoot }) {
      await openEditor(page)
      await separated(page, photo('rocket.jpg'))
      await tab(page, 'Text')
      await addText(page, 'LIFT OFF')
      for (const name of ['3D', 'Glow', 'Background']) {
        const group = page.getByRole('region', { name, exact: true })
        await group.getByRole('switch').first().click()
        await group.getByRole('slider').first().waitFor()
        await group.getByRole('slider').first().scrollIntoViewIfNeeded()
        await shoot(name.toLowerCase())
      }
    },
  },
  {
    name: 'crowd',
    async tell({ page, shoot }) {
      await openEditor(page)
      await separated(page, photo('coffee.png'))
      await tab(page, 'Text')
      for (let i = 1; i <= 20; i++) await addText(page, `Layer ${i}`)
      await page.keyboard.press('Escape')
      await shoot('twenty')
    },
  },
  {
    name: 'tune',
    async tell({ page, shoot }) {
      await openEditor(page)
      await separated(page, photo('chelsea.png'))
      await tab(page, 'Tune')
      await page.getByRole('slider', { name: 'Exposure' }).waitFor()
      await shoot('neutral')
      await page.getByRole('spinbutton', { name: 'Exposure' }).fill('40')
      await page.keyboard.press('Enter')
      await page.getByRole('switch', { name: 'Apply to background' }).click()
      await page.getByRole('spinbutton', { name: 'Saturation' }).fill('0')
      await page.keyboard.press('Enter')
      await page.getByRole('switch', { name: 'Apply to background' }).click()
      await shoot('mixed')
      await page.getByRole('switch', { name: 'Apply to foreground' }).click()
      await page.getByRole('switch', { name: 'Apply to background' }).click()
      await shoot('no-target')
    },
  },
  {
    name: 'layers',
    async tell({ page, size, shoot }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      if (size.name !== 'wide') await button(page, 'Layers')
      await shoot('none')
      await tab(page, 'Text')
      for (const text of ['ORBIT', 'A long line of words that does not fit into a row', 'LIFT OFF'])
        await addText(page, text)
      await page.keyboard.press('Escape')
      if (size.name === 'phone') await button(page, 'Layers')
      await button(page, 'Hide ORBIT')
      await button(page, 'Lock LIFT OFF')
      await page.getByRole('treeitem', { name: /LIFT OFF/ }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await shoot('some')
      await page.keyboard.press('F2')
      await shoot('renaming')
    },
  },
  {
    name: 'tour',
    async tell({ page, shoot }) {
      await openEditor(page)
      await button(page, 'Tour')
      await page.getByRole('dialog', { name: 'Tour' }).waitFor()
      await shoot('welcome')
      await button(page, 'Next')
      await page.waitForTimeout(300) // it glides
      await shoot('tab')
    },
  },
  {
    name: 'help',
    sizes: ['wide', 'middle'],
    async tell({ page, shoot }) {
      await openEditor(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await shoot('shortcuts')
    },
  },
  {
    name: 'cutout',
    async tell({ page, shoot }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await tab(page, 'Cutout')
      await page.getByRole('tabpanel', { name: 'Cutout' }).getByRole('switch').first().waitFor()
      await shoot('off')
      await page.getByRole('tabpanel', { name: 'Cutout' }).getByRole('switch').first().click()
      await page.getByRole('slider', { name: 'Width' }).waitFor()
      await shoot('on')
    },
  },
  {
    name: 'text-only',
    sizes: ['wide', 'phone'],
    async tell({ page, shoot }) {
      await openEditor(page, '?mode=text-only')
      await page.getByText('Please upload an image first').waitFor()
      await shoot('nothing')
    },
  },
  {
    name: 'readme',
    sizes: ['wide'],
    keptAt: 'tests/pictures/editor.png',
    async tell({ page, shoot }) {
      await page.setViewportSize({ width: 1080, height: 552 })
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await tab(page, 'Text')
      await button(page, 'Add Text')
      await page.getByRole('textbox', { name: 'Text content' }).fill('ORBIT')
      await page.getByRole('button', { name: /^Font/ }).click()
      await page.getByRole('combobox', { name: 'Search fonts' }).fill('Anton')
      await page.keyboard.press('Enter')
      await button(page, 'Fit')
      await page.getByRole('spinbutton', { name: 'Vertical' }).fill('27')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /#F5A623$/ }).click()
      await page.getByRole('textbox', { name: 'Text content' }).evaluate((field) => {
        field.scrollIntoView({ block: 'center' })
      })
      await shoot('editor')
    },
  },
]
