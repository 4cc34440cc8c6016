/**
 * The service worker. After one visit, the editor works without a network, including export. The worker never reloads a
 * page and never responds to API requests. A new version is active immediately. Pages of two versions may be open at the
 * same time, so the caches contain the files of both versions.
 */
import { MAX_FILE_BYTES } from '#client/engine/project-file/project.ts'
import { receiveShare } from '#client/kit/device-storage/sharedFile.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import { fetchStrategyFor } from '../fetchStrategy.ts'
import { CACHE_MODELS, type ReleaseCached } from '../release.ts'
import { cacheFirst, cacheModels, cacheRelease, deleteOldCaches, networkFirst } from './cacheStore.ts'

const scope = self as unknown as WorkerScope
const release = __RELEASE__
/** Size limit of a shared form in bytes: the largest file that the editor opens, and the form's other fields. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 1e6

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('message', (event) => {
  if (event.data === CACHE_MODELS) event.waitUntil(cacheModels())
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const way = fetchStrategyFor(request, scope.location.origin, release.files)
  if (way.by === 'store') event.respondWith(cacheFirst(request, (work) => event.waitUntil(work)))
  if (way.by === 'share') event.respondWith(receiveShare(request, MAX_FORM_BYTES))
  if (way.by === 'network') event.respondWith(networkFirst(request, release, way.path))
})

async function install() {
  await cacheRelease(release)
  await cacheModels(({ id }) => id === DEFAULT_MODEL)
  await scope.skipWaiting()
}

async function activate() {
  await deleteOldCaches(release)
  await scope.clients.claim()
  const arrived: ReleaseCached = { revision: release.revision }
  for (const page of await scope.clients.matchAll({ type: 'window' })) page.postMessage(arrived)
}

/** An event of the service worker. Only fetch events have a request, only messages have data. */
interface WorkerEvent extends Event {
  readonly request: Request
  readonly data: unknown
  respondWith(answer: Promise<Response>): void
  /** Keeps the worker alive until the promise settles. */
  waitUntil(work: Promise<unknown>): void
}

/** The global scope of the service worker. */
interface WorkerScope {
  readonly location: Location
  readonly clients: {
    /** Takes control of all open pages of this worker. */
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>
  }
  /** Activates this worker immediately, even if pages of the previous version are still open. */
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'fetch' | 'message', listener: (event: WorkerEvent) => void): void
}
