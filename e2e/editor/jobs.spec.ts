/**
 * Limits the number of actions (clicks, typed fields and chosen files) for common jobs. `e2e/layers/refiner` tests the
 * job that needs neural networks.
 */
import type { Page } from '@playwright/test'
import { countActions, downloadButton } from '../support/countActions.ts'
import { test } from '../support/editorTest.ts'
import { layersOf } from '../support/gestures.ts'
import { expect, openEditor } from '../support/test.ts'

const exportButton = (page: Page) =>
  page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: 'Download', exact: true })

test("making a YouTube thumbnail with the user's text takes at most 9 actions", async ({ page }) => {
  await openEditor(page)
  const user = countActions(page)
  await user.openPhoto()
  await user.press('Templates')
  await user.click(page.getByRole('tabpanel').getByRole('button', { name: 'Video thumbnail' }))
  await expect.poll(() => layersOf(page, 'text')).toHaveLength(3)
  await user.click(page.getByRole('treeitem', { name: /Title/ }))
  await user.openTab('Text')
  await user.type('Lift off')
  await user.press('More download options')
  expect(await user.download(exportButton(page))).toEqual([1280, 720])
  expect(user.count()).toBeLessThanOrEqual(9)
})

test('making a story with 3D text and an emoji takes at most 14 actions', async ({ page }) => {
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

test('placing a subject on a studio floor with a ground shadow takes at most 8 actions', async ({ page }) => {
  await openEditor(page)
  const user = countActions(page)
  await user.openPhoto()
  await user.openTab('Change BG')
  await user.press('White floor')
  // not on by default, because the photo's lower edge cuts off the astronaut
  await user.click(page.getByRole('switch', { name: 'Ground shadow' }))
  expect(await user.download(downloadButton(page))).toEqual([512, 512])
  const [subject] = await layersOf(page, 'subject')
  expect(subject!.shadow).toMatchObject({ enabled: true, type: 'ground' })
  expect(user.count()).toBeLessThanOrEqual(8)
})
