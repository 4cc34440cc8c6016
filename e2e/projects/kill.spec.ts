/**
 * A tab that is killed in the middle of work: what comes back is one of its last two states, whole, and exports byte for
 * byte what a tab exports that did the same and was never killed. KILLS and KILL_SEED for more and other moments.
 */
import type { Page } from '@playwright/test'
import { randomFrom } from '../../tests/helpers/random.ts'
import { hash, openTab } from '../support/gestures.ts'
import { test as base, download, expect, introduce, openEditor, sample, uploadAndSeparate } from '../support/test.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const SEED = Number(process.env.KILL_SEED ?? 1)
/** The longest that a working tab lives, ms. */
const LONGEST_LIFE = 2000
/** Moves, restacks, duplicates and deletes a text. */
const KEYS = ['ArrowRight', 'ArrowDown', ']', 'ArrowRight', '[', 'd', 'ArrowLeft', 'Delete', 'PageUp']
const FULL = 'This device has no room left'

/** A state of the document, and after how many keys of its life it came. */
interface Noted {
  state: string
  keys: number
}

/**
 * Works on in the page, by keys. Each state is noted where it outlives the page, in the same task that makes it. Never
 * more than one step ahead of the device where it `waits`. Never ends.
 */
async function workOn({ keys, waits }: { keys: string[]; waits: boolean }) {
  const noted: Noted[] = []
  const note = (count: number) => {
    const state = window.midground!.stateHash()
    if (noted.at(-1)?.state === state) return
    noted.push({ state, keys: count })
    localStorage.setItem('noted', JSON.stringify(noted))
  }
  const mayGoOn = () => !waits || document.querySelector('[data-kept]') !== null
  for (let i = 0; ; i++) {
    note(i)
    do await new Promise((next) => setTimeout(next))
    while (!mayGoOn())
    const key = keys[i % keys.length]!
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key === 'd' }))
  }
}

const press = (key: string) => void dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key === 'd' }))

const notedOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('noted') ?? '[]') as Noted[])

/** A page with work in it, which can be killed. */
interface Mortal {
  page: Page
  /** Kills its renderer; what a new page restores, and what was noted in the life that ended. */
  dieAndReturn(): Promise<{ state: string; noted: Noted[] }>
}

const test = base.extend<{ mortal: Mortal }>({
  async mortal({ browser, contextOptions, baseURL }, use) {
    test.setTimeout(test.info().timeout + 30_000 * KILLS)
    const own = await browser.browserType().launch() // so that all its renderers are those of one page
    const context = await own.newContext({ ...contextOptions, baseURL: baseURL! })
    await introduce(context)
    const cdp = await own.newBrowserCDPSession()
    const mortal: Mortal = {
      page: await context.newPage(),
      async dieAndReturn() {
        const crashed = mortal.page.waitForEvent('crash')
        const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
        for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL')
        await crashed
        await mortal.page.close()
        mortal.page = await context.newPage()
        await restore(mortal.page)
        return { state: await hash(mortal.page), noted: await notedOf(mortal.page) }
      },
    }
    await begin(mortal.page)
    await use(mortal)
    await own.close()
  },
})

async function begin(page: Page) {
  await openEditor(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await page.getByRole('button', { name: 'Fit' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-kept]')).toBeVisible()
}

/** A life in the page, from a selected text to its end. */
async function live(page: Page, ms: number, waits: boolean) {
  await page.keyboard.press('PageUp')
  await page.evaluate(() => localStorage.removeItem('noted'))
  page.evaluate(workOn, { keys: KEYS, waits }).catch(() => null) // it ends with its page
  await page.waitForFunction(() => localStorage.getItem('noted') !== null)
  await page.waitForTimeout(ms) // any moment will do: this one waits for nothing
}

async function restore(page: Page) {
  await page.goto('/custom-editor')
  await page.getByRole('button', { name: 'Restore last session' }).click()
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo !== null)).toBe(true)
  await expect(page.getByRole('region', { name: 'Recent projects' })).toBeHidden()
}

test(`brings back one of the last two states after each of ${KILLS} kills, seed ${SEED}`, async ({
  mortal,
  page: witness,
}) => {
  const random = randomFrom(SEED)
  await begin(witness)
  const behind: number[] = []
  for (let i = 0; i < KILLS; i++) {
    await live(mortal.page, random() * LONGEST_LIFE, true)
    const { state, noted } = await mortal.dieAndReturn()
    const last = noted.slice(-2).map((one) => one.state)
    expect(last, `kill ${i + 1}`).toContain(state)
    behind.push(last.length - 1 - last.lastIndexOf(state))

    await witness.keyboard.press('PageUp')
    const most = noted.findLast((one) => one.state === state)!.keys
    for (let key = 0; key < most; key++) await witness.evaluate(press, KEYS[key % KEYS.length]!)
    const [mine, wanted] = [await download(mortal.page), await download(witness)]
    expect(mine.bytes.equals(wanted.bytes), `the export after kill ${i + 1}`).toBe(true)
    await witness.keyboard.press('Escape')
  }
  console.info(`of ${KILLS} kills ${behind.filter((steps) => steps === 0).length} came back in their last state`)
})

test(`keeps what it has through ${KILLS} kills on a disk that is nearly full, seed ${SEED}`, async ({ mortal }) => {
  const random = randomFrom(SEED)
  const origin = new URL(mortal.page.url()).origin
  for (let i = 0; i < KILLS; i++) {
    const { page } = mortal
    const cdp = await page.context().newCDPSession(page)
    const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate())
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.round(usage * (0.5 + random())) })
    await live(page, random() * LONGEST_LIFE, false)
    expect(await page.getByText(FULL).count()).toBeLessThanOrEqual(1)
    const { state, noted } = await mortal.dieAndReturn()
    expect(
      noted.map((one) => one.state),
      `kill ${i + 1}`,
    ).toContain(state)
  }
  expect((await download(mortal.page)).png.width).toBe(451)
})
