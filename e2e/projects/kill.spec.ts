/**
 * Tests that a killed tab loses at most its last change. The restored project has one of the tab's last two states. Its
 * export equals the export of a tab that wasn't killed. KILLS sets the number of kills, KILL_SEED selects other
 * moments.
 */
import type { Page } from '@playwright/test'
import { shortOrLong } from '../../tests/helpers/longRun.ts'
import { randomFrom } from '../../tests/helpers/random.ts'
import { hash, writeText } from '../support/gestures.ts'
import { test as base, download, expect, introduce, openEditor, sample, uploadAndSeparate } from '../support/test.ts'

const KILLS = Number(process.env.KILLS ?? shortOrLong(2, 100))
const SEED = Number(process.env.KILL_SEED ?? 1)
/** Maximum time before the kill, ms. The moment is random. */
const MAX_LIFETIME_MS = 2000
/** These keys move, reorder, duplicate and delete a text layer. */
const KEYS = ['ArrowRight', 'ArrowDown', ']', 'ArrowRight', '[', 'd', 'ArrowLeft', 'Delete', 'PageUp']
const DISK_FULL_MESSAGE = 'Not enough storage on this device'

/** The hash of a document state, and the number of keys pressed to reach it. */
interface RecordedState {
  state: string
  keys: number
}

/**
 * Runs in the page until the browser is killed: presses keys, and records each state in localStorage, which survives
 * the kill. With `waits`, presses the next key only after the last state was saved.
 */
async function pressKeysForever({ keys, waits }: { keys: string[]; waits: boolean }) {
  const recorded: RecordedState[] = []
  const note = (count: number) => {
    const state = window.midground!.stateHash()
    if (recorded.at(-1)?.state === state) return
    recorded.push({ state, keys: count })
    localStorage.setItem('recorded-states', JSON.stringify(recorded))
  }
  const isStored = () => !waits || document.querySelector('[data-kept]') !== null
  for (let i = 0; ; i++) {
    note(i)
    do await new Promise((next) => setTimeout(next))
    while (!isStored())
    const key = keys[i % keys.length]!
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key === 'd' }))
  }
}

const press = (key: string) => void dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key === 'd' }))

const recordedStates = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('recorded-states') ?? '[]') as RecordedState[])

/** A tab with a photo and a text layer. Tests can kill its renderer. */
interface KillableTab {
  page: Page
  /** Kills the renderer and restores the project in a new page. Returns the restored state and the recorded states. */
  killAndRestore(): Promise<{ state: string; recorded: RecordedState[] }>
}

const test = base.extend<{ tab: KillableTab }>({
  async tab({ browser, contextOptions, baseURL }, use) {
    test.setTimeout(test.info().timeout + 30_000 * KILLS)
    const own = await browser.browserType().launch() // starts a browser with a single renderer process
    const context = await own.newContext({ ...contextOptions, baseURL: baseURL! })
    await introduce(context)
    const cdp = await own.newBrowserCDPSession()
    const tab: KillableTab = {
      page: await context.newPage(),
      async killAndRestore() {
        const crashed = tab.page.waitForEvent('crash')
        const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
        for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL')
        await crashed
        await tab.page.close()
        tab.page = await context.newPage()
        await restore(tab.page)
        return { state: await hash(tab.page), recorded: await recordedStates(tab.page) }
      },
    }
    await openWithText(tab.page)
    await use(tab)
    await own.close()
  },
})

async function openWithText(page: Page) {
  await openEditor(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await writeText(page)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-kept]')).toBeVisible()
}

/** Selects the text and starts to press keys. Returns after `ms`. */
async function workFor(page: Page, ms: number, waits: boolean) {
  await page.keyboard.press('PageUp')
  await page.evaluate(() => localStorage.removeItem('recorded-states'))
  page.evaluate(pressKeysForever, { keys: KEYS, waits }).catch(() => null) // rejects when the page is killed
  await page.waitForFunction(() => localStorage.getItem('recorded-states') !== null)
  await page.waitForTimeout(ms) // the test kills the page at a random moment
}

async function restore(page: Page) {
  await page.goto('/custom-editor')
  await page.getByRole('button', { name: 'Restore last session' }).click()
  await expect.poll(() => page.evaluate(() => window.midground!.document().photo !== null)).toBe(true)
  await expect(page.getByRole('region', { name: 'Recent projects' })).toBeHidden()
}

test(`after each of ${KILLS} browser kills, a project has its last or its previous state (seed ${SEED})`, async ({
  tab,
  page: reference,
}) => {
  const random = randomFrom(SEED)
  await openWithText(reference)
  const statesLost: number[] = []
  for (let i = 0; i < KILLS; i++) {
    await workFor(tab.page, random() * MAX_LIFETIME_MS, true)
    const { state, recorded } = await tab.killAndRestore()
    const last = recorded.slice(-2).map((one) => one.state)
    expect(last, `kill ${i + 1}`).toContain(state)
    statesLost.push(last.length - 1 - last.lastIndexOf(state))

    await reference.keyboard.press('PageUp')
    const keys = recorded.findLast((one) => one.state === state)!.keys
    for (let key = 0; key < keys; key++) await reference.evaluate(press, KEYS[key % KEYS.length]!)
    const [mine, wanted] = [await download(tab.page), await download(reference)]
    expect(mine.bytes.equals(wanted.bytes), `the export after kill ${i + 1}`).toBe(true)
    await reference.keyboard.press('Escape')
  }
  console.info(`of ${KILLS} kills ${statesLost.filter((steps) => steps === 0).length} restored the last state`)
})

test(`a project doesn't lose its saved state in ${KILLS} browser kills on a nearly full disk (seed ${SEED})`, async ({
  tab,
}) => {
  const random = randomFrom(SEED)
  const origin = new URL(tab.page.url()).origin
  for (let i = 0; i < KILLS; i++) {
    const { page } = tab
    const cdp = await page.context().newCDPSession(page)
    const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate())
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.round(usage * (0.5 + random())) })
    await workFor(page, random() * MAX_LIFETIME_MS, false)
    expect(await page.getByText(DISK_FULL_MESSAGE).count()).toBeLessThanOrEqual(1)
    const { state, recorded } = await tab.killAndRestore()
    expect(
      recorded.map((one) => one.state),
      `kill ${i + 1}`,
    ).toContain(state)
  }
  expect((await download(tab.page)).png.width).toBe(451)
})
