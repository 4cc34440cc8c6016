/** Table of the editor's states. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addText } from '../../e2e/support/gestures.ts'
import { sample, signUp, upload } from '../../e2e/support/test.ts'
import type { Story } from './stories.ts'

const LONG_NAME = `${'A very long name of a photo from a holiday by the sea in 2026'.slice(0, 56)}.png`
const HEIC = join(import.meta.dirname, '../../client/media/importer/fixtures/four-corners.heic')

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
/** Clicks a disabled tab, which opens its prompt; without `force` Playwright would wait until it is enabled. */
const disabledTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click({ force: true })
/** Clicks the button with this accessible name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Returns a sample photo as the payload of a file input. */
export const photo = (file: string, name = file) => ({
  name,
  mimeType: 'image/png',
  buffer: readFileSync(sample(file)),
})

/** Signs up and opens the editor. `search`: query of its address. */
export async function openEditor(page: Page, search = '') {
  await signUp(page)
  await page.goto(`/custom-editor${search}`)
  await page.getByRole('button', { name: 'Select an image' }).waitFor()
}

/** Uploads a photo and waits until its subject is separated. */
export async function separated(page: Page, file: ReturnType<typeof photo>) {
  await upload(page, file)
  await page.waitForFunction(() => Boolean(window.midground?.document().separation))
  await page.getByText('All set!').waitFor({ state: 'hidden' })
}

/** Adds a text and fits it to the photo. `label`: the name of the button that adds it, by default 'Add Text'. */
export async function writeText(page: Page, words: string, label?: Parameters<typeof addText>[1]) {
  await addText(page, label)
  await page.getByRole('textbox', { name: 'Text content' }).fill(words)
  await button(page, 'Fit')
}

/** Runs a command of the top bar, which moves into its menu when the bar is too narrow. */
export async function fromTopBar(page: Page, name: string) {
  const inBar = page.getByRole('banner').getByRole('button', { name, exact: true })
  if (await inBar.isVisible()) return inBar.click()
  await button(page, 'Menu')
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Screenshots of the editor's states. */
export const editorStories: readonly Story[] = [
  {
    name: 'empty',
    async run({ page, capture }) {
      await openEditor(page)
      await capture('nothing')
      await disabledTab(page, 'Text')
      await page.getByText('Please upload an image first').waitFor()
      await capture('text-prompt')
      await disabledTab(page, 'Tune')
      await page.getByText('Please upload an image first', { exact: true }).waitFor()
      await capture('tune-prompt')
      await disabledTab(page, 'Tune')
      await page.evaluate(() => {
        const files = new DataTransfer()
        files.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
        window.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: files }))
      })
      await capture('dragging')
    },
  },
  {
    name: 'projects',
    async run({ page, capture }) {
      await openEditor(page)
      for (const file of [photo('rocket.jpg'), photo('coffee.png', LONG_NAME), photo('chelsea.png')]) {
        await separated(page, file)
        await page.waitForTimeout(4000) // the thumbnail of a project is made when the page is idle
        await page.reload()
        await page.getByRole('button', { name: 'Restore last session' }).waitFor()
      }
      await capture('recent')
      await button(page, 'Delete chelsea.png')
      await page.getByRole('alertdialog').waitFor()
      await capture('delete')
      await button(page, 'Cancel')
      await button(page, 'Restore last session')
      await page.getByText('Project restored.').waitFor()
      await capture('restored')
      await fromTopBar(page, 'Recent projects')
      await page.getByRole('dialog', { name: 'Recent projects' }).waitFor()
      await capture('dialog')
    },
  },
  {
    name: 'import',
    async run({ page, capture }) {
      await openEditor(page)
      await upload(page, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await page.getByRole('alertdialog').waitFor()
      await capture('wrong-type')
      await page.keyboard.press('Enter')
      await upload(page, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('just words') })
      await page.getByRole('alert').waitFor()
      await capture('unreadable')
      await button(page, 'Dismiss')
      await upload(page, { name: 'IMG_4213.HEIC', mimeType: 'image/heic', buffer: readFileSync(HEIC) })
      await page.getByRole('alertdialog').waitFor()
      await capture('heic-consent')
      await button(page, 'Cancel')
    },
  },
  {
    name: 'separation',
    async run({ page, capture }) {
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
      await page.getByText('Loading the AI model').waitFor()
      await capture('loading')
      release()
      await page.getByText('Failed to analyze image.').waitFor()
      await tab(page, 'Text')
      await page.getByRole('button', { name: 'Add Text' }).waitFor()
      await capture('failed')
      await page.context().unrouteAll()
      await button(page, 'Try again')
      await page.getByText('All set!').waitFor()
      await capture('ready')
    },
  },
  {
    name: 'text',
    async run({ page, size, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png', LONG_NAME))
      await capture('photo')
      await tab(page, 'Text')
      await capture('no-text')
      await writeText(page, 'ORBIT')
      await capture('one')
      await page.getByRole('button', { name: /^Font/ }).click()
      await page.waitForTimeout(700) // the list loads its fonts
      await capture('fonts')
      await page.keyboard.press('Escape')
      await writeText(page, '3D', 'Add 3D Text')
      await capture('solid')
      for (const text of [
        'Überschrift mit Donaudampfschifffahrtsgesellschaft',
        '日本語',
        'שלום עולם',
        '🚀 to the moon',
      ])
        await writeText(page, text)
      await capture('many')
      await page.keyboard.press('Escape')
      if (size.name !== 'phone') await page.getByRole('application', { name: 'Canvas' }).hover()
      await capture('deselected')
      await button(page, 'Upload')
      await page.setInputFiles('input[type=file]', photo('coffee.png'))
      await page.getByRole('alertdialog').waitFor()
      await capture('unsaved')
      await button(page, 'Keep editing')
      const download = page.waitForEvent('download')
      await button(page, 'Download')
      await download
      await page.getByText('Download complete!').waitFor()
      await capture('saved')
    },
  },
  {
    name: 'groups',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('rocket.jpg'))
      await tab(page, 'Text')
      await writeText(page, 'LIFT OFF')
      for (const name of ['3D', 'Glow', 'Background']) {
        const group = page.getByRole('region', { name, exact: true })
        await group.getByRole('switch').first().click()
        await group.getByRole('slider').first().waitFor()
        await group.getByRole('slider').first().scrollIntoViewIfNeeded()
        await capture(name.toLowerCase())
      }
    },
  },
  {
    name: 'many-layers',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('coffee.png'))
      await tab(page, 'Text')
      for (let i = 1; i <= 20; i++) await writeText(page, `Layer ${i}`)
      await page.keyboard.press('Escape')
      await capture('twenty')
    },
  },
  {
    name: 'tune',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('chelsea.png'))
      await tab(page, 'Tune')
      await page.getByRole('slider', { name: 'Exposure' }).waitFor()
      await capture('neutral')
      await page.getByRole('spinbutton', { name: 'Exposure' }).fill('40')
      await page.keyboard.press('Enter')
      await page.getByRole('switch', { name: 'Apply to background' }).click()
      await page.getByRole('spinbutton', { name: 'Saturation' }).fill('0')
      await page.keyboard.press('Enter')
      await page.getByRole('switch', { name: 'Apply to background' }).click()
      await capture('mixed')
      await page.getByRole('switch', { name: 'Apply to foreground' }).click()
      await page.getByRole('switch', { name: 'Apply to background' }).click()
      await capture('no-target')
    },
  },
  {
    name: 'layers',
    async run({ page, size, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      if (size.name !== 'wide') await button(page, 'Layers')
      await capture('none')
      await tab(page, 'Text')
      for (const text of ['ORBIT', 'A long line of words that does not fit into a row', 'LIFT OFF'])
        await writeText(page, text)
      await page.keyboard.press('Escape')
      if (size.name === 'phone') await button(page, 'Layers')
      await button(page, 'Hide ORBIT')
      await button(page, 'Lock LIFT OFF')
      await page.getByRole('treeitem', { name: /LIFT OFF/ }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await capture('some')
      await page.keyboard.press('F2')
      await capture('renaming')
    },
  },
  {
    name: 'tour',
    async run({ page, capture }) {
      await openEditor(page)
      await fromTopBar(page, 'Tour')
      await page.getByRole('dialog', { name: 'Tour' }).waitFor()
      await capture('welcome')
      await button(page, 'Next')
      await page.waitForTimeout(300) // the card is animated
      await capture('tab')
    },
  },
  {
    name: 'help',
    sizes: ['wide', 'middle'],
    async run({ page, capture }) {
      await openEditor(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await capture('shortcuts')
    },
  },
  {
    name: 'cutout',
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      await tab(page, 'Cutout')
      await page.getByRole('tabpanel', { name: 'Cutout' }).getByRole('switch').first().waitFor()
      await capture('off')
      await page.getByRole('tabpanel', { name: 'Cutout' }).getByRole('switch').first().click()
      await page.getByRole('slider', { name: 'Width' }).waitFor()
      await capture('on')
    },
  },
  {
    name: 'text-only',
    sizes: ['wide', 'phone'],
    async run({ page, capture }) {
      await openEditor(page, '?mode=text-only')
      await page.getByText('Please upload an image first').waitFor()
      await capture('nothing')
    },
  },
  {
    name: 'readme',
    sizes: ['wide'],
    savedAt: 'tests/pictures/editor.png',
    async run({ page, capture }) {
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
      await capture('editor')
    },
  },
]
