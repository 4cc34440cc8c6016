/** Table of the pages outside the editor, and of the account dialogs. */
import { PASSWORD, signUp } from '../../e2e/support/test.ts'
import type { Story } from './stories.ts'

const LONG_EMAIL = (size: string) => `bartholomaeus.featherstonehaugh-${size}@photography-studio.example.org`

/** Screenshots of the pages outside the editor and of the account dialogs. */
export const pageStories: readonly Story[] = [
  {
    name: 'visitor',
    needsBilling: true,
    async run({ page, capture }) {
      await page.goto('/')
      await page.getByRole('button', { name: 'Login' }).waitFor()
      await capture('home')
      await capture('whole-home', 'whole')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('dialog').waitFor()
      await capture('sign-in')
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await capture('wrong-password')
      await page.goto('/pricing')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('How do I cancel?').click()
      await capture('pricing', 'whole')
      await page.goto('/no/such/page')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await capture('not-found')
    },
  },
  {
    name: 'mail-links',
    async run({ page, capture }) {
      const token = 'a'.repeat(24)
      await page.goto(`/#reset-password=${token}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await capture('new-password')
      await page.goto('about:blank')
      await page.goto(`/#verify-email=${token}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await capture('confirm')
      await page.getByRole('textbox', { name: 'Password' }).fill('correct horse 42')
      await page.getByRole('button', { name: 'Confirm email address' }).click()
      await page.getByText('This link is invalid or has expired. Request a new one.').waitFor()
      await capture('stale')
    },
  },
  {
    name: 'broken',
    sizes: ['wide', 'phone'],
    async run({ page, capture }) {
      await page.goto('/')
      await page.route('**/assets/Pricing-*.js', (route) => route.abort())
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
      await page.getByRole('button', { name: 'Reload page' }).waitFor()
      await capture('page')
    },
  },
  {
    name: 'no-graphics',
    sizes: ['wide', 'phone'],
    async run({ page, size, capture }) {
      await page.addInitScript(() => Object.assign(HTMLCanvasElement.prototype, { getContext: () => null }))
      await signUp(page, LONG_EMAIL(`no-graphics-${size.name}-${Date.now()}`))
      await page.goto('/custom-editor')
      await page.getByRole('heading', { name: 'Your browser can’t run the editor' }).waitFor()
      await capture('page')
    },
  },
  {
    name: 'browser',
    async run({ page, capture }) {
      await signUp(page)
      await page.goto('/')
      for (const item of ['Browser compatibility', 'Language']) {
        await page.getByRole('button', { name: 'Account' }).click()
        await page.getByRole('menuitem', { name: item }).click()
        await page.getByRole('dialog', { name: item }).getByRole('listitem').last().waitFor()
        await capture(item.toLowerCase().replaceAll(' ', '-'))
        await page.keyboard.press('Escape')
      }
    },
  },
  {
    name: 'free-account',
    needsBilling: true,
    async run({ page, size, capture }) {
      await signUp(page, LONG_EMAIL(`${size.name}-${Date.now()}`))
      await page.goto('/pricing')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menu').waitFor()
      await capture('menu')
      await page.getByRole('menuitem', { name: 'Account settings' }).click()
      await page.getByRole('dialog').waitFor()
      await capture('settings')
      await page.goto('/custom-editor')
      await page.getByText('Loading...').waitFor()
      await capture('guard')
      await page.getByRole('button', { name: 'Select an image' }).waitFor()
      await page.getByRole('button', { name: 'Pro', exact: true }).click()
      await page.getByRole('dialog', { name: 'Upgrade to Pro plan' }).waitFor()
      await capture('upgrade')
    },
  },
  {
    name: 'subscription',
    needsBilling: true,
    async run({ page, capture }) {
      await signUp(page)
      await page.goto('/pricing')
      await page.getByRole('button', { name: 'Start free trial' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForURL(/checkout/)
      const order = page.locator('main').getByRole('button').last()
      await order.waitFor()
      await capture('checkout')
      await order.click()
      const pay = page.getByRole('button', { name: 'Start trial' })
      await pay.waitFor()
      await capture('sandbox')
      await pay.click()
      await page.getByRole('button', { name: 'Select an image' }).waitFor()
      await capture('trial-editor')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menu').waitFor()
      await capture('trial-menu')
      await page.goto('/pricing')
      await page.getByText('Cancel trial').waitFor()
      await capture('trial-pricing')
    },
  },
]
