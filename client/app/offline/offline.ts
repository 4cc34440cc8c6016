import { whenIdle } from '#client/kit/async/scheduling.ts'
import { isSaveDataOn } from '#client/kit/browser/network.ts'
import { buildRevision } from '#client/kit/browser/page.ts'
import { WORKER_PATH } from '#server/contract/pages/addresses.ts'
import { CACHE_MODELS, isReleaseCached } from './release.ts'

const workers = (): ServiceWorkerContainer | null => (globalThis.isSecureContext && navigator.serviceWorker) || null

/**
 * Registers the service worker when the page has loaded and the browser is idle. Asks the worker to cache the models,
 * unless the browser saves data. Does nothing in development and without service workers (private windows, plain HTTP).
 * Never rejects.
 */
export async function enableOffline(): Promise<void> {
  const container = workers()
  if (!container || !buildRevision()) return
  await pageLoaded()
  await new Promise<void>((resolve) => whenIdle(resolve, 'quiet'))
  try {
    await container.register(WORKER_PATH)
    const { active } = await container.ready
    // with the browser's data saver on, the editor downloads the models later, for the first photo
    if (!isSaveDataOn()) active?.postMessage(CACHE_MODELS)
  } catch (cause) {
    // Registering the service worker may fail. The app then works only with a network.
    console.info('offline: the browser keeps nothing', cause)
  }
}

const pageLoaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }))

/** Minimum time between update checks, ms. */
const ASK_AGAIN_MS = 3_600_000

/**
 * Calls `offer` when a newer release is cached, because a reload then shows that release. A tab that gets the focus
 * checks for updates, at most once an hour. Does nothing in development and without service workers. Returns a function
 * that stops watching.
 */
export function watchForUpdates(offer: () => void): () => void {
  const container = workers()
  const mine = buildRevision()
  if (!container || !mine) return () => undefined
  const stopping = new AbortController()
  const { signal } = stopping
  let offered = mine
  let askedAt = Date.now()
  container.addEventListener(
    'message',
    ({ data }) => {
      if (!isReleaseCached(data) || data.revision === offered) return
      offered = data.revision
      if (offered !== mine) offer()
    },
    { signal },
  )
  const askAgain = async () => {
    if (Date.now() - askedAt < ASK_AGAIN_MS) return
    askedAt = Date.now()
    const registration = await container.getRegistration()
    // If the check fails offline, the tab checks again at its next focus.
    await registration?.update().catch(() => undefined)
  }
  addEventListener('focus', () => void askAgain(), { signal })
  return () => stopping.abort()
}
