/** For tests of accounts and billing: a server per worker with the billing sandbox, and accounts of every role. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { PROGRAM, type RunningServer, startServer } from './server.ts'
import { test as base, expect, newEmail, PASSWORD, signUp } from './test.ts'

export { expect, inEditor, newEmail, PASSWORD, signUp } from './test.ts'

/** Gives new accounts 0 credits, because these tests need access that depends only on the role. */
export const test = base.extend({
  host: [{ start: () => startServer({ BILLING: 'sandbox', FREE_DOWNLOAD_CREDITS: '0' }) }, { scope: 'worker' }],
})

const DAY_SECONDS = 86_400
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * DAY_SECONDS

/** The database values of each role of the access guard. */
export const ROLES = {
  free: { paid: 0, expires_at: null, subscription_id: null, download_credits: 2 },
  'free without credits': { paid: 0, expires_at: null, subscription_id: null, download_credits: 0 },
  trial: { paid: 1, expires_at: inDays(6), subscription_id: 'trial_sub_1', download_credits: 0 },
  pro: { paid: 1, expires_at: inDays(200), subscription_id: 'sub_1', download_credits: 0 },
} as const

export type Role = keyof typeof ROLES

/** Signs up in the page and sets the account's role in the database. Returns the email address. */
export async function become(page: Page, server: RunningServer, role: Role): Promise<string> {
  const email = await signUp(page)
  writeProfile(server, email, ROLES[role])
  return email
}

/** Changes the account's profile in the database. */
export function writeProfile(server: RunningServer, email: string, columns: Readonly<Record<string, unknown>>): void {
  const db = new Database(join(server.dataDir, 'midground.db'))
  const names = Object.keys(columns)
  db.prepare(
    `update profiles set ${names.map((name) => `${name} = ?`).join(', ')} where id = (select id from users where email = ?)`,
  ).run(...names.map((name) => columns[name]), email)
  db.close()
}

/** Returns the profile of an account from the server's database. */
export function stored(server: RunningServer, email: string): { id: string; download_credits: number; paid: number } {
  const db = new Database(join(server.dataDir, 'midground.db'), { readonly: true })
  const row = db.prepare('select p.* from profiles p join users u on u.id = p.id where u.email = ?').get(email)
  db.close()
  return row as ReturnType<typeof stored>
}

/** Runs an operator's command on the data of the running server. */
export function operate(server: RunningServer, ...words: string[]): string {
  const root = join(import.meta.dirname, '../..')
  return execFileSync(process.execPath, [...PROGRAM, ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: server.dataDir, BILLING: 'sandbox' },
    encoding: 'utf8',
  })
}

/**
 * Clicks the button of a plan, follows the checkout to the sandbox's page and pays by card. Doesn't wait for the page
 * that opens after the payment.
 */
export async function buy(page: Page, button = 'Start free trial', webhooks = 'at once'): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await buyHere(page, webhooks)
}

/** Pays on the open checkout page. */
export async function buyHere(page: Page, webhooks = 'at once'): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\?priceId=/)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Start free trial|Subscribe)$/ })
    .click()
  await expect(page.getByText('Sandbox — no real money')).toBeVisible()
  await page.getByLabel('Webhooks arrive').selectOption({ label: webhooks })
  await page.getByRole('button', { name: /^(Start trial|Subscribe)$/ }).click()
}

/** Moves the sandbox's clock forward on the page of the customer portal. */
export async function skipDays(page: Page, days: number): Promise<void> {
  await page.getByLabel('Days').fill(String(days))
  await page.getByRole('button', { name: 'Skip ahead' }).click()
  await expect(page.getByText('Test clock moved forward')).toBeVisible()
}

/** Creates an account in the open sign-in dialog. */
export async function createAccount(page: Page, email = newEmail()): Promise<string> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  return email
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
}
