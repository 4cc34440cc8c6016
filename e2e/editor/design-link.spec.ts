import { connect, createServer } from 'node:net'
import { designLinkOf } from '../support/designLink.ts'
import { runFromMenu, writeText } from '../support/gestures.ts'
import { startServer } from '../support/server.ts'
import {
  expect,
  inEditor,
  newEmail,
  openSeparated,
  PASSWORD,
  sample,
  test,
  uploadAndSeparate,
} from '../support/test.ts'

test('a copied design link applies the design to another photo without sending the design to the server', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read'])
  await openSeparated(page)
  await writeText(page, 'WOVEN')
  await runFromMenu(page, 'Menu', 'Copy design link')
  await expect(page.getByText('Design link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const [address = '', code = ''] = link.split('#design=')
  expect(new URL(address).pathname).toBe('/custom-editor')
  expect(code).toMatch(/^1[\w-]+$/)

  const other = await context.newPage()
  const sent: string[] = []
  other.on('request', (request) =>
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`),
  )
  await other.goto(link)
  await expect(other.getByText('This design and its text come from a link.')).toBeVisible()
  expect(other.url()).toBe(address)
  await uploadAndSeparate(other, sample('coffee.png'))
  await expect(other.getByRole('region', { name: 'Layers' }).getByText('WOVEN').first()).toBeVisible()
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((line) => line.includes(code.slice(0, 20)))).toEqual([])
})

test('a damaged design link shows an error message without changing the document', async ({ page }) => {
  await openSeparated(page)
  await page.evaluate(() => {
    location.hash = '#design=1damaged'
  })
  await expect(page.getByText('Failed to open the design link')).toBeVisible()
  await expect(page.getByText('The link is damaged or incomplete.')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
})

test('a visitor sees the design of a link before the sign-up and opens the design after the sign-up', async ({
  page,
}) => {
  await page.goto(designLinkOf('poster'))
  const dialog = page.getByRole('dialog', { name: 'Create a free account' })
  const preview = dialog.getByRole('img', { name: 'Design preview' })
  await expect(preview).toBeVisible()
  expect(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expect(dialog.getByText('This design and its text come from a link.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail())
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await inEditor(page)
  await expect(page.getByText('This design and its text come from a link.')).toBeVisible()
})

test('a visitor without an account reads why a damaged link has no preview', async ({ page }) => {
  await page.goto('/custom-editor#design=1damaged')
  const dialog = page.getByRole('dialog', { name: 'Create a free account' })
  await expect(dialog.getByRole('alert')).toContainText('The link is damaged or incomplete.')
})

test("neither the server's log nor any request contains a part of a design", async ({ browser }) => {
  const server = await startServer({ BILLING: 'off', LOG_LEVEL: 'debug' })
  const requests = await recordRequests(server.origin)
  const context = await browser.newContext({ baseURL: requests.origin })
  const page = await context.newPage()
  const link = designLinkOf('poster')
  await page.goto(link)
  await expect(page.getByRole('img', { name: 'Design preview' })).toBeVisible()
  await context.close()
  await expect.poll(server.output).toContain('"path":"/api/auth/session"')
  await server.stop()
  requests.stop()
  expect(requests.sent()).toContain('GET /custom-editor HTTP/1.1')
  for (const text of [server.output(), requests.sent()]) {
    expect(text).not.toContain('design=')
    expect(text).not.toContain(link.slice(-40))
  }
})

/** Starts a TCP server that passes connections on to a server. `sent` returns the bytes of all requests. */
async function recordRequests(origin: string) {
  let sent = ''
  const { hostname, port } = new URL(origin)
  const proxy = createServer((socket) => {
    const there = connect(Number(port), hostname)
    socket.on('data', (bytes) => (sent += bytes.toString('latin1')))
    socket.pipe(there).pipe(socket)
    for (const each of [socket, there]) each.on('error', () => [socket, there].forEach((end) => void end.destroy()))
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { origin: `http://127.0.0.1:${address.port}`, sent: () => sent, stop: () => void proxy.close() }
}
