/** Tests the product over plain HTTP on a local network, where browsers withhold some APIs (docs/browsers.md). */
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { freePort } from '../../tests/helpers/freePort.ts'
import { launchOptions } from '../../tests/helpers/testBrowser.ts'
import { projects, restored, work } from '../projects/keptWork.ts'
import { createAccount } from '../support/checkoutPage.ts'
import { complaintsOf } from '../support/complaints.ts'
import { canvas, downloadBy, layersOf, runFromMenu } from '../support/gestures.ts'
import { pngFile } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { test as base, download, expect, inEditor, sample, separated, signInByForm, upload } from '../support/test.ts'

/** A name that only the test's browser resolves. Over plain HTTP, browsers trust loopback only. */
const HOST = 'box.lan'

const test = base.extend({
  host: [
    {
      async start() {
        const PORT = String(await freePort())
        return startServer({ BILLING: 'off', RATE_LIMITS: 'on', PORT, PUBLIC_ORIGIN: `http://${HOST}:${PORT}` })
      },
    },
    { scope: 'worker' },
  ],
})
const args = [...launchOptions.args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`]
test.use({ launchOptions: { ...launchOptions, args } })

test('over plain HTTP on a LAN, a new account saves images, batches and projects', async ({ page }) => {
  const complaints = await complaintsOf(page)
  await page.goto('/')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  // the page may ignore the file until its code has started
  await expect(async () => {
    await upload(page, sample('rocket.jpg'))
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 5000 })
  }).toPass()
  const email = await createAccount(page)
  await expect.poll(() => page.evaluate(() => window.midground?.document().photo?.name)).toBe('rocket.jpg')
  await separated(page)

  await test.step('an image is exported', async () => {
    await work(page)
    const { png } = await download(page)
    expect([png.width, png.height]).toEqual([451, 300])
    await page.getByRole('button', { name: 'More download options' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download' })
    await expect(dialog.getByText('Copying and sharing images needs a secure connection (HTTPS).')).toBeVisible()
    for (const name of ['Copy', 'Share']) await expect(dialog.getByRole('button', { name })).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'JPEG' }).click()
    const file = await downloadBy(page, () => dialog.getByRole('button', { name: 'Download', exact: true }).click())
    expect(readFileSync(await file.path()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })

  await test.step('layers are copied and pasted', async () => {
    await canvas(page).focus()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(async () => (await layersOf(page, 'text')).length).toBe(2)
    await page.keyboard.press('ControlOrMeta+z')
  })

  await test.step('a motion is saved as an image, and the panel names the reason', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Motion' }).click()
    const panel = page.getByRole('tabpanel', { name: 'Motion' })
    await expect(panel.getByText('Videos need a secure connection (HTTPS).')).toBeVisible()
    await expect(panel.getByRole('radio', { name: 'GIF' })).toBeVisible()
  })

  await test.step('a batch is exported', async () => {
    await runFromMenu(page, 'Menu', 'Batch edit')
    const dialog = page.getByRole('dialog', { name: 'Batch edit' })
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles(['a.png', 'b.png'].map((name) => pngFile(name, 60, 40, (i) => [i % 256, 90, 30, 255])))
    await dialog.getByRole('button', { name: 'Current layers' }).click()
    await expect(dialog.getByRole('status')).toContainText('Ready: 2 of 2')
    const file = await downloadBy(page, () => dialog.getByRole('button', { name: 'Export as ZIP' }).click())
    expect(Object.keys(unzipSync(readFileSync(await file.path())))).toHaveLength(2)
    await expect(dialog.getByText('Export complete!')).toBeVisible() // Escape would cancel the running export
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the project is restored after a reload and a new sign-in', async () => {
    const state = await page.evaluate(() => window.midground!.stateHash())
    const file = await downloadBy(page, () => page.getByRole('button', { name: 'Save project' }).click())
    expect(file.suggestedFilename()).toMatch(/\.midground$/)
    await page.context().clearCookies()
    await page.goto('/')
    await page.getByRole('button', { name: 'Login' }).click()
    await signInByForm(page, email)
    await inEditor(page)
    await page.waitForFunction(() => window.midground)
    await expect(projects(page)).toBeVisible()
    await restored(page, state)
  })

  await test.step('the page Browser compatibility names the limits', async () => {
    await runFromMenu(page, 'Account', 'Browser compatibility')
    const about = page.getByRole('dialog', { name: 'Browser compatibility' })
    await expect(about.getByText('Secure connection (HTTPS): No')).toBeVisible()
    await expect(about.getByText('Without HTTPS, you can’t copy or share images')).toBeVisible()
  })
  // ignores Chromium's note about a header that has an effect only over HTTPS
  expect(complaints.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([])
})
