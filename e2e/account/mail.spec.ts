/** Tests email confirmation and password reset with a real mail server. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../tests/helpers/freePort.ts'
import { createAccount, expect, PASSWORD, test } from '../support/checkoutPage.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { isSignedIn, signInElsewhere } from '../support/test.ts'

const mails: { to: string; text: string }[] = []
let postOffice: SMTPServer
let server: RunningServer

test.describe.configure({ mode: 'default' }) // all tests share one server
test.beforeAll(async () => {
  postOffice = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: fromQuotedPrintable(text) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => postOffice.listen(0, '127.0.0.1', resolve))
  // The port must be known before the start, because emailed links contain the server's address.
  const port = await freePort()
  server = await startServer({
    BILLING: 'sandbox',
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    SMTP_HOST: '127.0.0.1',
    SMTP_TLS: 'off',
    SMTP_PORT: String((postOffice.server.address() as AddressInfo).port),
    SMTP_FROM: 'Midground <hello@example.org>',
  })
})
test.afterAll(async () => {
  await server.stop()
  await new Promise<void>((resolve) => postOffice.close(resolve))
})

test('links in emails confirm an address and reset a password', async ({ page, browser }) => {
  await page.goto(server.origin)
  await page.getByRole('button', { name: 'Login' }).click()
  const email = await createAccount(page)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  // before the confirmation, the server rejects the right password and shows a hint
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('first open the link we emailed you')).toBeVisible()

  await page.goto(await linkFor(email, 'verify-email'))
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the editor' }).click()
  await expect(page).toHaveURL(`${server.origin}/custom-editor`)
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()

  const elsewhere = await signInElsewhere(browser, server.origin, email)
  await page.context().clearCookies()
  await page.goto(server.origin)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = await linkFor(email, 'reset-password')
  for (const said of ['You have been signed out on every device.', 'This link is invalid or has expired.']) {
    const tab = await page.context().newPage()
    await tab.goto(link)
    await expect(tab.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    expect(tab.url()).not.toContain('reset-password')
    await tab.getByRole('textbox', { name: 'New password' }).fill('battery staple 43')
    await tab.getByRole('button', { name: 'Change password' }).click()
    await expect(tab.getByText(said)).toBeVisible()
  }
  expect(await isSignedIn(elsewhere)).toBe(false)
})

/** Returns the newest link of this kind in the emails to an address. */
async function linkFor(email: string, kind: string): Promise<string> {
  const links = () =>
    mails
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => text.match(new RegExp(`http://\\S+#${kind}=[\\w-]+`, 'g')) ?? [])
  await expect.poll(() => links().length, { message: `a mail with ${kind}` }).toBeGreaterThan(0)
  return links().at(-1) ?? ''
}

const fromQuotedPrintable = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
