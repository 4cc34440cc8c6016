/** The whole product from one executable in a real browser: sign-up, trial, editor, export, cancellation, expiry. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildExecutable, emptyFolder, startExecutable } from '../../tests/binary/executable.ts'
import { buy, createAccount, inEditor, openMenu, skipDays } from '../support/checkoutPage.ts'
import type { RunningServer } from '../support/server.ts'
import { test as base, download, expect, SEPARATING, sample, uploadAndSeparate } from '../support/test.ts'

const test = base.extend({ host: [{ start }, { scope: 'worker' }] })
test.use(SEPARATING)

async function start(): Promise<RunningServer> {
  const path = await buildExecutable({ ...process.env, TEST_HOOKS: '1' })
  const folder = emptyFolder()
  const { url: origin, firstAnswerMs, stop } = await startExecutable(path, folder)
  console.log(`start to first answer ${firstAnswerMs} ms`)
  return { origin, dataDir: join(folder, 'data'), stop: async () => void (await stop()) }
}

test('the executable serves the product from sign-up to the end of a trial', async ({ page, server }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Login' }).click()
  await createAccount(page)
  await inEditor(page)
  await page.goto('/pricing')
  await buy(page)
  await inEditor(page)
  await openMenu(page)
  await expect(page.getByRole('menu')).toContainText('Pro Trial Active')
  await page.keyboard.press('Escape')

  await uploadAndSeparate(page, sample('coffee.png'))
  const { bytes, png } = await download(page)
  expect([png.width, png.height]).toEqual([600, 400])
  await expect.poll(() => stored(server).length).toBe(1)
  expect(readFileSync(stored(server)[0] ?? '').equals(bytes)).toBe(true)

  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Cancel trial' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel trial' }).click()
  await expect(page.getByText(/You won’t be charged again\./)).toBeVisible()
  await page.getByRole('button', { name: 'Switch to monthly' }).click()
  await skipDays(page, 8)
  await page.getByRole('link', { name: /Return to/ }).click()
  await openMenu(page)
  await expect(page.getByRole('menu')).toContainText('Free Plan')
})

/**
 * Returns the files of trial images. The folder is created with the first one, and a finished file has no `.part`
 * suffix.
 */
function stored({ dataDir }: RunningServer): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('trial-images') && !entry.name.endsWith('.part'))
    .map((entry) => join(entry.parentPath, entry.name))
}
