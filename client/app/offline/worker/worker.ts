/**
 * The service worker. After one visit the editor works without a network, to the exported file. It never reloads a page
 * and never answers for the API. A new version serves at once: the page always comes from the network where there is one,
 * so pages of two versions are open side by side with or without it, and both find their files.
 */
import { DEFAULT_MODEL } from '../../../media/segmenter/modelManifest.ts'
import { type Arrived, KEEP_MODELS } from '../messages.ts'
import { wayOf } from '../way.ts'
import { keepModels } from './models.ts'
import type { WorkerScope } from './scope.ts'
import { takeIn } from './share.ts'
import { forgetOld, fromNetwork, fromStore, keepApp } from './store.ts'

const scope = self as unknown as WorkerScope
const release = __RELEASE__

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('message', (event) => {
  if (event.data === KEEP_MODELS) event.waitUntil(keepModels())
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const way = wayOf(request, scope.location.origin, release.files)
  if (way.by === 'store') event.respondWith(fromStore(request, (work) => event.waitUntil(work)))
  if (way.by === 'share') event.respondWith(takeIn(request))
  if (way.by === 'network') event.respondWith(fromNetwork(request, release, way.path))
})

async function install() {
  await keepApp(release)
  await keepModels(({ id }) => id === DEFAULT_MODEL)
  await scope.skipWaiting()
}

async function activate() {
  await forgetOld(release)
  await scope.clients.claim()
  const arrived: Arrived = { revision: release.revision }
  for (const page of await scope.clients.matchAll({ type: 'window' })) page.postMessage(arrived)
}
