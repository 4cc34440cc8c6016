/** Whole jobs of a user, with the number of actions that each takes: clicks, typed fields and chosen files. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { downloadBy, layersOf, onScreen } from '../support/gestures.ts'
import { expect, openEditor, SEPARATING, sample, test, uploadAndSeparate } from '../support/test.ts'

/** A user whose actions are counted. */
function countActions(page: Page) {
  let actions = 0
  const click = (target: Locator) => {
    actions++
    return target.click()
  }
  return {
    count: () => actions,
    click,
    press: (name: string) => click(page.getByRole('button', { name, exact: true }).first()),
    openTab: (name: string) => click(page.getByRole('tab', { name, exact: true })),
    openPhoto() {
      actions++
      return uploadAndSeparate(page, sample('astronaut.png'))
    },
    type(text: string) {
      actions++
      return page.getByRole('textbox', { name: 'Text content' }).first().fill(text)
    },
    async clickPhoto(x: number, y: number) {
      actions++
      const at = await onScreen(page, { x, y }, { isStill: true })
      await page.mouse.click(at.x, at.y)
    },
    /** Returns the size of the downloaded picture. */
    async download(button: Locator) {
      const file = await downloadBy(page, () => click(button))
      const { width, height } = PNG.sync.read(readFileSync(await file.path()))
      return [width, height]
    },
  }
}

const exportButton = (page: Page) =>
  page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true })
const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })

test('a thumbnail with own words in the size of YouTube takes at most 12 actions', async ({ page }) => {
  await openEditor(page)
  const user = countActions(page)
  await user.openPhoto()
  await user.press('Templates')
  await user.click(page.getByRole('tabpanel').getByRole('button', { name: 'Video thumbnail' }))
  await expect.poll(() => layersOf(page, 'text')).toHaveLength(3)
  await user.click(page.getByRole('treeitem', { name: /WATCH/ }))
  await user.openTab('Text')
  await user.type('Lift off')
  await user.press('Crop')
  await user.click(page.getByRole('tabpanel').getByRole('button', { name: 'YouTube' }))
  await user.press('Done')
  await user.press('More download options')
  expect(await user.download(exportButton(page))).toEqual([1280, 720])
  expect(user.count()).toBeLessThanOrEqual(12)
})

test('a story with 3D text and an emoji takes at most 14 actions', async ({ page }) => {
  await openEditor(page)
  const user = countActions(page)
  await user.openPhoto()
  await user.press('Crop')
  await user.click(page.getByRole('tabpanel').getByRole('button', { name: 'Story' }))
  await user.press('Done')
  await user.openTab('Text')
  await user.press('Add 3D Text')
  await user.type('ORBIT')
  await user.press('Fit')
  await user.openTab('Emojis')
  await user.press('🚀')
  await user.press('More download options')
  expect(await user.download(exportButton(page))).toEqual([1080, 1920])
  const [text] = await layersOf(page, 'text')
  expect([text!.threeDEffect.enabled, (await layersOf(page, 'sticker')).length]).toEqual([true, 1])
  expect(user.count()).toBeLessThanOrEqual(14)
})

test('a product on a studio floor with a ground shadow takes at most 8 actions', async ({ page }) => {
  await openEditor(page)
  const user = countActions(page)
  await user.openPhoto()
  await user.openTab('Change BG')
  await user.press('White floor')
  expect(await user.download(downloadButton(page))).toEqual([512, 512])
  const [subject] = await layersOf(page, 'subject')
  expect(subject!.shadow).toMatchObject({ enabled: true, type: 'ground' })
  expect(user.count()).toBeLessThanOrEqual(8)
})

test.describe('with the networks', () => {
  test.use(SEPARATING)

  test('erasing a bystander, then text, takes at most 8 actions', async ({ page }) => {
    test.setTimeout(900_000) // for the networks on a software GPU
    await openEditor(page)
    const user = countActions(page)
    await user.openPhoto()
    await user.press('Erase object')
    await user.clickPhoto(418, 150)
    const placeholders = await page.locator('[data-erasing]').count()
    expect([placeholders, await layersOf(page, 'object')], 'a placeholder before the mask').toEqual([1, []])
    await expect(async () => expect(await layersOf(page, 'object')).toHaveLength(1)).toPass({ timeout: 240_000 })
    await user.openTab('Text')
    await user.press('Add Text')
    await user.type('ORBIT')
    await user.press('Best place')
    expect(await user.download(downloadButton(page))).toEqual([512, 512])
    expect(user.count()).toBeLessThanOrEqual(8)
  })
})
