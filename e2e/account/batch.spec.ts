/** Tests a batch on the free plan: the server charges each photo once, even if responses get lost. */

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { become, expect, inEditor, stored, test } from '../support/checkoutPage.ts'
import { downloadBy, runFromMenu } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Batch edit' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const costs = (page: Page) => dialog(page).locator('[data-costs]')

const photos = ['a.png', 'b.png', 'c.png'].map((name, n) =>
  pngFile(name, 120, 90, (i) => [50 * n, (4 * i) % 251, 90, 255]),
)

async function zippedNames(page: Page): Promise<string[]> {
  const file = await downloadBy(page, () => button(page, 'Export as ZIP').click())
  return Object.keys(unzipSync(readFileSync(await file.path()))).map((name) => name.slice(0, 1))
}

test('a free account pays once for each photo of a batch, even after lost responses and a reload', async ({
  page,
  server,
}) => {
  const email = await become(page, server, 'free')
  const credits = () => stored(server, email).download_credits
  await page.goto('/custom-editor')
  await inEditor(page)
  await runFromMenu(page, 'Menu', 'Batch edit')
  await button(page, 'Poster').click()
  await page.locator('input[type=file][multiple]').setInputFiles(photos)
  await expect(dialog(page).getByText('You’ve reached your plan’s photo limit.')).toBeVisible()
  await expect(dialog(page).getByRole('status')).toContainText('Ready: 2 of 3')
  await expect(costs(page)).toContainText('This export: 2. Credits left: 2.')
  await expect(costs(page)).toContainText('Photos left in your plan: 0.')

  // The server charges the credit, and the network loses the response.
  await page.route('**/api/downloads', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Export as ZIP').click()
  await expect(dialog(page).getByText('We couldn’t check your credits.')).toBeVisible()
  expect(credits()).toBe(1)
  await page.unroute('**/api/downloads')
  await page.reload()
  await expect(costs(page)).toContainText('This export: 1. Credits left: 1.')
  expect(await zippedNames(page)).toEqual(['a', 'b'])
  expect(credits()).toBe(0)
  await expect(costs(page)).toContainText('This export: 0. Credits left: 0.')
  expect(await zippedNames(page)).toEqual(['a', 'b'])
  expect(credits()).toBe(0)

  await button(page, 'Export settings').click()
  await dialog(page).getByRole('radio', { name: 'JPEG' }).click()
  await expect(costs(page)).toContainText('This export: 2. Credits left: 0.')
  await button(page, 'Export as ZIP').click()
  await expect(dialog(page).getByText('You’re out of credits.')).toBeVisible()
  await button(page, 'Upgrade to Pro plan').click()
  await expect(page.getByRole('dialog', { name: 'Upgrade to Pro plan' })).toBeVisible()
})
