/** Tests that the editor works offline after one visit, and offers a new version without forcing a reload. */
import type { Page } from '@playwright/test'
import { freePort } from '../../tests/helpers/freePort.ts'
import { writeText } from '../support/gestures.ts'
import { nextBuild } from '../support/nextBuild.ts'
import { startServer } from '../support/server.ts'
import {
  download,
  expect,
  introduce,
  openEditor,
  refined,
  SEPARATING,
  sample,
  signUp,
  test,
  uploadAndSeparate,
} from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens a photo, puts a text layer behind its subject and returns the exported file. */
async function job(page: Page): Promise<Buffer> {
  await uploadAndSeparate(page, sample('chelsea.png'))
  await refined(page)
  await writeText(page, 'CHELSEA')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  return (await download(page)).bytes
}

const photoName = (page: Page) => page.evaluate(() => window.midground?.document().photo?.name)

/** Returns true if the service worker has precached its files and controls this page. */
const isKept = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Returns true if the service worker has cached the networks of the better matte, which it does in the background. */
const hasModels = (page: Page) =>
  page.evaluate(async () => {
    const { models } = (await (await fetch('/models/manifest.json')).json()) as {
      models: { files: { url: string }[] }[]
    }
    const files = models.flatMap((model) => model.files)
    return (await Promise.all(files.map(({ url }) => caches.match(`/models/${url}`)))).every(Boolean)
  })

const revisionOf = (page: Page) => page.locator('meta[name=revision]').getAttribute('content')

/** Returns every cached URL with its size in bytes. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const files: { url: string; bytes: number }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true })
        files.push({ url: request.url, bytes: (await answer?.blob())?.size ?? 0 })
      }
    }
    return files
  })

test('the editor exports the same file offline as online', async ({ browser, contextOptions }) => {
  const server = await startServer({ BILLING: 'off' })
  const options = { ...contextOptions, baseURL: server.origin }
  const online = await browser.newContext({ ...options, serviceWorkers: 'block' })
  const offline = await browser.newContext(options)
  for (const context of [online, offline]) await introduce(context, SEPARATING)
  const there = await online.newPage()
  await openEditor(there)
  const wanted = await job(there)

  const requests: string[] = []
  offline.on('request', (request) => requests.push(request.url()))
  const page = await offline.newPage()
  await openEditor(page)
  await expect.poll(() => isKept(page)).toBe(true)
  await expect.poll(() => hasModels(page)).toBe(true)
  await server.stop()
  await offline.setOffline(true)

  await page.reload()
  expect((await job(page)).equals(wanted)).toBe(true)
  await expect(page.getByText('Offline – editing still works')).toBeVisible()
  const files = await keptFiles(page)
  await page.goto('/pricing')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Licenses' }).click()
  await expect(page.getByText('THIRD-PARTY NOTICES OF MIDGROUND')).toBeVisible()

  const foreign = requests.filter((url) => !/^(blob|data):/.test(url) && new URL(url).origin !== server.origin)
  expect(foreign).toEqual([])
  expect(files.filter(({ url }) => /\/api\//.test(url))).toEqual([])
  expect(files.length).toBeGreaterThan(50)
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40e6)
  await online.close()
  await offline.close()
})

test('a new version of the app loads only after the user agrees', async ({ browser, contextOptions }, info) => {
  test.slow() // the test starts two servers and copies the client
  // the servers run one after another, because both use this port
  const env = { BILLING: 'off', DATA_DIR: info.outputPath('data'), PORT: String(await freePort()) }
  const before = await startServer(env)
  const context = await browser.newContext({ ...contextOptions, baseURL: before.origin })
  await introduce(context)
  // a reload would lose the work, because this browser has no storage for projects
  await context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  const page = await context.newPage()
  await openEditor(page)
  await expect.poll(() => isKept(page)).toBe(true)
  const mine = await revisionOf(page)
  await job(page)
  const text = page.getByRole('textbox', { name: 'Text content' })
  await text.fill('NOT SAVED')

  await before.stop()
  const next = info.outputPath('next')
  const revision = nextBuild(next)
  const after = await startServer({ ...env, CLIENT_DIR: next })
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const offer = page.getByRole('status').filter({ hasText: 'A new version is available' })
  await expect(offer).toBeVisible()
  expect(await revisionOf(page)).toBe(mine)
  page.once('dialog', (dialog) => void dialog.dismiss())
  await offer.getByRole('button', { name: 'Reload' }).click()
  await expect(offer).toBeHidden()
  await expect(text).toHaveValue('NOT SAVED')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Select an image' })).toBeVisible()
  expect(await revisionOf(page)).toBe(revision)
  await context.close()
  await after.stop()
})

test('a download that needs a credit is rejected offline and succeeds online', async ({ browser, contextOptions }) => {
  const server = await startServer({ BILLING: 'sandbox' })
  const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  await introduce(context)
  const page = await context.newPage()
  await openEditor(page)
  await expect.poll(() => isKept(page)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await uploadAndSeparate(page, sample('chelsea.png'))
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByText('You need an internet connection to download on your plan.')).toBeVisible()
  await context.setOffline(false)
  expect((await download(page)).name).toMatch(/^chelsea_/)
  await context.close()
  await server.stop()
})

/** Makes the operating system open these photos with the app. */
const launchWith = (page: Page, ...names: string[]) =>
  page.addInitScript((all) => {
    const files = all.map((name) => ({
      name,
      async getFile() {
        const canvas = new OffscreenCanvas(64, 48)
        canvas.getContext('2d')?.fillRect(0, 0, 64, 48)
        return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
      },
    }))
    const setConsumer = (take: (launch: object) => void) => take({ files })
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  }, names)

const photosOfBatch = (page: Page) => page.getByRole('dialog', { name: 'Batch edit' }).getByRole('listitem')

test('several photos that the operating system opens or an app shares are added to Batch edit', async ({ page }) => {
  await signUp(page)
  await page.goto('/custom-editor')
  await expect.poll(() => isKept(page)).toBe(true)
  await Promise.all([
    page.waitForURL('**/custom-editor'),
    page.evaluate(share, { origin: '', names: ['a.png', 'b.png'] }),
  ])
  await page.getByRole('alertdialog', { name: 'Open the shared files?' }).getByRole('button', { name: 'Open' }).click()
  await expect(photosOfBatch(page)).toContainText(['a.png', 'b.png'])
  await launchWith(page, 'c.png', 'd.png')
  await page.goto('/custom-editor')
  await expect(photosOfBatch(page)).toContainText(['a.png', 'b.png', 'c.png', 'd.png'])
})

test('the app can be installed and opens a file from the operating system', async ({ page, context }) => {
  await launchWith(page, 'from-the-device.png')
  await signUp(page)
  await page.goto('/custom-editor')
  await expect.poll(() => photoName(page)).toBe('from-the-device.png')

  const devtools = await context.newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest'])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Chromium treats every test context as a private window
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

/** Posts photos to the manifest's share target: from a page of the site (`origin` ''), as the device does. */
async function share({ origin, names = ['from another app.png'] }: { origin: string; names?: string[] }) {
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(0, 0, 64, 48)
  const files = new DataTransfer()
  for (const name of names) files.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }))
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: `${origin}/share-target` })
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', name: 'photo', multiple: true, files: files.files })
  form.append(input)
  document.body.append(form)
  form.submit()
}

/** Opens a page on another site that posts a photo to the share target. Resolves with the editor's page that opens. */
async function shareFromOtherSite(page: Page, referrerPolicy: string): Promise<Page> {
  const site = `<meta name="referrer" content="${referrerPolicy}"><body>`
  const other = await page.context().newPage()
  await other.route('http://other.example/', (route) => route.fulfill({ contentType: 'text/html', body: site }))
  await other.goto('http://other.example/')
  await Promise.all([
    other.waitForURL('**/custom-editor'),
    other.evaluate(share, { origin: new URL(page.url()).origin }),
  ])
  return other
}

test("a photo shared by an app opens offline, but a photo posted by another site isn't opened without consent", async ({
  page,
  context,
}) => {
  await openEditor(page)
  await expect.poll(() => isKept(page)).toBe(true)
  const refused = await shareFromOtherSite(page, 'origin')
  await expect(refused.getByRole('alert')).toContainText('Failed to process image. Please try again.')
  expect(await photoName(refused)).toBeUndefined()

  const asked = await shareFromOtherSite(page, 'no-referrer')
  const question = asked.getByRole('alertdialog', { name: 'Open the shared file?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await photoName(asked)).toBeUndefined()

  await context.setOffline(true)
  await Promise.all([page.waitForEvent('load'), page.evaluate(share, { origin: '' })])
  await page.getByRole('alertdialog', { name: 'Open the shared file?' }).getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => photoName(page)).toBe('from another app.png')
  await expect(page).toHaveURL('/custom-editor')
  await page.goto('/custom-editor?shared=lost')
  await expect(page.getByRole('alert')).toContainText('Failed to process image. Please try again.')
})
