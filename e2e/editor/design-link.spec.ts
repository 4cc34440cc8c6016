import { runFromMenu, writeText } from '../support/gestures.ts'
import { expect, openSeparated, sample, test, uploadAndSeparate } from '../support/test.ts'

test('a copied design link opens the design on another photo, and no request contains the design', async ({
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

test('a damaged design link shows a message and changes nothing', async ({ page }) => {
  await openSeparated(page)
  await page.evaluate(() => {
    location.hash = '#design=1damaged'
  })
  await expect(page.getByText('Failed to open the design link')).toBeVisible()
  await expect(page.getByText('The link is damaged or incomplete.')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
})
