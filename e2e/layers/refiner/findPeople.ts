/** Tests that `Find people` lifts each person of a photo once, by key and by finger. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { canvas, hash, layersOf } from '../../support/gestures.ts'
import { download, expect, sample } from '../../support/test.ts'

/** Long timeout, because neural networks run on a software GPU. */
const PATIENT = { timeout: 300_000 }

const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
const objects = (page: Page) => layersOf(page, 'object')

/** Lifts the photo's person as one undo step, then undoes it. */
export async function findPeople(page: Page) {
  const untouched = await hash(page)
  await canvas(page).focus()
  await page.keyboard.press('Shift+P')
  await expect.poll(async () => (await objects(page)).length, PATIENT).toBeGreaterThan(0)
  const find = page.getByRole('tabpanel').getByRole('button', { name: 'Find people' })
  await find.tap() // starts another search after the end of the first
  await expect(page.getByText('Each person found is already an object.').first()).toBeVisible(PATIENT)
  const found = await objects(page)
  expect(found[0]).toMatchObject({ placement: 'foreground', lifted: { home: 'subject' } })
  const boxes = found.map(({ lifted: { choices } }) => JSON.stringify(choices))
  expect(new Set(boxes).size, 'no person is lifted twice').toBe(found.length)
  expect(Buffer.compare((await download(page)).png.data, photo.data), 'lifted and not moved').toBe(0)
  for (const left of found.keys()) {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => (await objects(page)).length).toBe(found.length - 1 - left)
  }
  expect(await hash(page)).toBe(untouched)
}
