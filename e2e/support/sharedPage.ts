/** An editor page that tests share. Between two tests, the page reopens the editor with empty device storage. */
import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'
import { inEditor, introduce, openEditor, standsOnEmptyEditor } from './test.ts'

/** An editor page that tests share, one after the other. */
export interface SharedPage {
  page: Page
  context: BrowserContext
  /** The state when the page was first opened. */
  fresh: PageState
}

/** State that a test may change on a page, except the document and the session, which are new for each test. */
export interface PageState {
  url: string
  title: string
  /** Language, direction and theme. */
  root: (string | null)[]
  /** Stored on the device, except the server's data of the account. */
  storage: Record<string, string>
  /** Text of the account's button. Null = signed out. */
  account: string | null
  /** Dialogs, menus and toasts. */
  overlays: number
}

/** Opens the editor on a new page, signed in. */
export async function openSharedPage(browser: Browser): Promise<SharedPage> {
  const context = await browser.newContext()
  await introduce(context)
  const page = await context.newPage()
  await openEditor(page)
  standsOnEmptyEditor(page)
  await accountOf(page).waitFor()
  return { page, context, fresh: await page.evaluate(readState) }
}

/** Restores the state that the page had when it was first opened. Throws if that fails even after a reload. */
export async function resetPage({ page, context, fresh }: SharedPage, viewport: ViewportSize): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    forcedColors: null,
    contrast: null,
    reducedMotion: 'reduce',
  })
  for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key)
  await page.mouse.move(-1, -1)
  await page.setViewportSize(viewport)
  const hasHooks = await page.evaluate(() => window.midground !== undefined).catch(() => false)
  if (hasHooks) await page.evaluate(emptyAndEnter, fresh)
  if (!hasHooks || !(await hasLanguageOf(page, fresh)) || difference(await stateOf(page), fresh))
    await reload(page, fresh)
}

async function reload(page: Page, fresh: PageState): Promise<void> {
  await page.goto('/healthz') // a page of the same origin without unsaved work
  await page.evaluate(emptyAndEnter, fresh)
  await page.goto(fresh.url)
  await accountOf(page).waitFor()
  const traces = difference(await stateOf(page), fresh)
  if (traces) throw new Error(`the page is not as it was at first: ${traces}`)
}

/**
 * The language is checked first, because the names of controls depend on it. A page keeps its language when the setting
 * is removed.
 */
const hasLanguageOf = async (page: Page, { root }: PageState) =>
  (await page.evaluate(readState)).root.join() === root.join()

const accountOf = (page: Page) => page.getByRole('button', { name: 'Account' })

/** Returns the state of an open editor. */
async function stateOf(page: Page): Promise<PageState> {
  await inEditor(page)
  await page.waitForFunction(() => window.midground)
  return page.evaluate(readState)
}

const difference = (now: PageState, fresh: PageState): string =>
  Object.entries(fresh)
    .filter(([name, value]) => JSON.stringify(now[name as keyof PageState]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} ${JSON.stringify(now[name as keyof PageState])}, not ${JSON.stringify(value)}`)
    .join('; ')

/** Runs in the page. */
function readState(): PageState {
  const { documentElement, title } = document
  return {
    url: location.pathname + location.search + location.hash,
    title,
    root: ['lang', 'dir', 'data-theme'].map((name) => documentElement.getAttribute(name)),
    storage: Object.fromEntries(
      Object.entries({ ...localStorage })
        .filter(([key]) => !key.startsWith('midground-account'))
        .sort(),
    ),
    account: document.querySelector('[aria-label=Account]')?.textContent ?? null,
    overlays: document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=alert]').length,
  }
}

/** Runs in the page: empties the device storage while no editor is open, then enters the editor. */
async function emptyAndEnter({ title, storage }: PageState): Promise<void> {
  const notifications = document.querySelector('section[aria-label=Notifications]')
  for (const button of notifications?.querySelectorAll<HTMLElement>('button[aria-label=Dismiss]') ?? []) button.click()
  restoreStorage() // restored while the editor listens, so that theme, language and saved styles update
  if (window.midground) await window.midground.reenter(empty)
  else await empty()

  async function empty() {
    document.title = title
    // The previous editor stores its last state before it releases its project's lock.
    while ((await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('midground-project-')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    sessionStorage.clear()
    restoreStorage()
    for (const { name } of await indexedDB.databases()) if (name) await emptyDatabase(name)
    for (const name of await caches.keys()) await caches.delete(name)
  }

  function restoreStorage() {
    for (const key of new Set([...Object.keys(localStorage), ...Object.keys(storage)]))
      if (!key.startsWith('midground-account')) restore(key)
  }

  /** Notifies the page like a change in another tab. */
  function restore(key: string) {
    const newValue = storage[key] ?? null
    if (localStorage.getItem(key) === newValue) return
    if (newValue === null) localStorage.removeItem(key)
    else localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }

  function emptyDatabase(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        const stores = [...database.objectStoreNames]
        if (stores.length === 0) return end()
        const transaction = database.transaction(stores, 'readwrite')
        for (const store of stores) transaction.objectStore(store).clear()
        transaction.oncomplete = end
        transaction.onabort = () => reject(transaction.error)

        function end() {
          database.close()
          resolve()
        }
      }
    })
  }
}
