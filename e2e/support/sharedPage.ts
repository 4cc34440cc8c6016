/** An editor page that tests use one after another. Between two tests, it reopens with empty device storage. */
import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'
import { inEditor, introduce, openEditor, standsOnEmptyEditor } from './test.ts'

export interface SharedPage {
  page: Page
  context: BrowserContext
  /** The state when the page was opened. */
  fresh: PageState
}

/** The state that a test may change, except the document and the session, which are new for each test. */
export interface PageState {
  url: string
  title: string
  /** Language, text direction and theme. */
  root: (string | null)[]
  /** Values in localStorage, except the server's data of the account. */
  storage: Record<string, string>
  /** Text of the account button, or null if signed out. */
  account: string | null
  /** Number of open dialogs, menus and toasts. */
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

/** Restores the state that the page had when it was opened. Throws if even a reload doesn't restore this state. */
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
  await page.goto('/healthz') // leaves the editor for a page of the same origin without unsaved work
  await page.evaluate(emptyAndEnter, fresh)
  await page.goto(fresh.url)
  await accountOf(page).waitFor()
  const traces = difference(await stateOf(page), fresh)
  if (traces) throw new Error(`the page is not as it was at first: ${traces}`)
}

/**
 * Returns true if the page has the initial language, text direction and theme. Deleting the setting doesn't change an
 * open page. In a different language, the tests wouldn't find the controls.
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

/** Reads the state. Runs in the page. */
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

/** Leaves the editor, empties the device storage and opens the editor again. Runs in the page. */
async function emptyAndEnter({ title, storage }: PageState): Promise<void> {
  const notifications = document.querySelector('section[aria-label=Notifications]')
  for (const button of notifications?.querySelectorAll<HTMLElement>('button[aria-label=Dismiss]') ?? []) button.click()
  restoreStorage() // the open editor updates its theme, language and saved styles
  if (window.midground) await window.midground.reenter(empty)
  else await empty()

  async function empty() {
    document.title = title
    // Waits for the lock, because the previous editor saves its last state before it releases the lock.
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

  /** Sets a value and notifies the page, as a change in another tab would. */
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
