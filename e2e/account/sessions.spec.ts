/** Tests the lists of sessions and stored exports in the settings. */
import { readFileSync } from 'node:fs'
import { png } from '../../tests/server/helpers/png.ts'
import { become, expect, stored, test } from '../support/checkoutPage.ts'
import { downloadBy, runFromMenu } from '../support/gestures.ts'
import { isSignedIn, signInElsewhere } from '../support/test.ts'

test('a user lists the signed-in browsers in the settings and signs one of them out', async ({
  page,
  browser,
  server,
}) => {
  const email = await become(page, server, 'pro')
  const other = await signInElsewhere(browser, server.origin, email)
  await page.goto('/')
  await runFromMenu(page, 'Account', 'Account settings')
  await page.getByRole('button', { name: 'Devices' }).click()
  const list = page.getByRole('list', { name: 'Signed-in devices' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('This browser')).toHaveCount(1)
  await list.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect([await isSignedIn(other), await isSignedIn(page.context())]).toEqual([false, true])
})

test('a user downloads or deletes each stored trial export in the settings', async ({ page, server }) => {
  const email = await become(page, server, 'trial')
  const { id } = stored(server, email)
  const headers = { origin: new URL(server.origin).origin, 'sec-fetch-site': 'same-origin' }
  for (const name of ['first.png', 'second.png']) {
    const image = { name, mimeType: 'image/png', buffer: png(40, 30) }
    const multipart = { userId: id, editorType: 'custom_editor', imageName: name, image }
    expect((await page.request.post('/api/save-trial-image', { headers, multipart })).status()).toBe(201)
  }
  await page.goto('/')
  await runFromMenu(page, 'Account', 'Account settings')
  await page.getByRole('button', { name: 'Your data' }).click()
  const list = page.getByRole('list', { name: 'Stored exports' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const file = await downloadBy(page, () => list.getByRole('button', { name: 'Download first.png' }).click())
  expect(readFileSync(await file.path()).equals(png(40, 30))).toBe(true)
  await list.getByRole('button', { name: 'Delete first.png' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('switch', { name: 'Share my trial exports' }).click()
  await expect(list).toHaveCount(0)
  const images = async () => (await page.request.get('/api/trial-images')).json()
  await expect.poll(images).toEqual({ images: [] })
})
