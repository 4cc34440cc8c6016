/**
 * The caches of the service worker. Each release has its own cache, which is complete or absent. The service worker
 * stores the current and the previous release, because pages of the previous release may still be open. A second cache
 * contains all other fetched files, such as fonts and images.
 */
import { whenDownloadsMayRun } from '#client/kit/browser/network.ts'
import {
  fetchFiles,
  fetchManifest,
  MANIFEST_URL,
  type SegmentModel,
  totalBytes,
} from '#client/media/segmenter/modelManifest.ts'
import { isImmutable } from '#server/contract/pages/addresses.ts'
import { PAGE, type Release } from '../release.ts'

const APP = 'midground-app-'
const USED = 'midground-used'
/**
 * Maximum number of entries in the shared cache (fonts, emoji, chunks of earlier releases), about 20 MB. When the cache
 * is full, its oldest entry is evicted.
 */
const MOST_USED = 400
/** Number of parallel downloads. More requests would slow down the visible page. */
const WIDTH = 4
/** Maximum time to wait for the network if a cached response exists, ms. */
const PATIENCE_MS = 5_000
/** Ignores the Vary header. Responses vary only by content encoding, and the browser decodes them before caching. */
const ANY = { ignoreVary: true }

/**
 * Caches a release. Rejects unless every file was fetched and the page belongs to the same revision. After a failure,
 * no part of the release is cached.
 */
export async function cacheRelease({ revision, files }: Release): Promise<void> {
  const name = APP + revision
  try {
    const cache = await caches.open(name)
    const waiting = files.filter((path) => path !== PAGE)
    const work = async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        await whenDownloadsMayRun()
        await cache.put(path, await newest(path))
      }
    }
    await Promise.all(Array.from({ length: WIDTH }, work))
    const page = await newest(PAGE)
    if (!(await page.clone().text()).includes(revision)) throw new Error(`the server's page is not of ${revision}`)
    await cache.put(PAGE, page) // last: a cache without the page is incomplete
  } catch (cause) {
    await caches.delete(name) // a later call would mistake an incomplete cache for the previous release
    throw cause
  }
}

async function newest(path: string): Promise<Response> {
  const known = isImmutable(path) ? await caches.match(path, ANY) : undefined
  if (known) return known
  const answer = await fetch(path, { cache: isImmutable(path) ? 'default' : 'no-cache' })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

/**
 * Deletes the caches of all releases except the current and the previous release. Incomplete caches are also deleted;
 * `cacheRelease` leaves one if the browser stops the worker.
 */
export async function deleteOldCaches({ revision }: Release): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(APP) && name !== APP + revision)
  const pages = await Promise.all(others.map((cacheName) => caches.match(PAGE, { cacheName, ...ANY })))
  const previous = others.findLast((_, i) => pages[i])
  for (const name of others) if (name !== previous) await caches.delete(name)
}

/**
 * Responds from the cache. If the cache lacks the file, fetches the file and caches a response with status 200. Rejects
 * if the fetch fails. Used for files with a content hash in their name. Calls `last` with the promise of the cache
 * write, so that the caller can keep the worker alive until the promise settles.
 */
export async function cacheFirst(request: Request, last: (work: Promise<void>) => void): Promise<Response> {
  const known = await caches.match(request, ANY)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) last(keepUsed(request, answer.clone()))
  return answer
}

async function keepUsed(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(USED)
    await cache.put(request, answer)
    const kept = await cache.keys()
    for (const oldest of kept.slice(0, -MOST_USED)) await cache.delete(oldest)
  } catch (cause) {
    // The response is returned even if the storage is full.
    console.warn(`offline: ${request.url} will be fetched again`, cause)
  }
}

/**
 * Responds from the network. Falls back to the file `path` of the cached release if the network fails, takes over 5 s or
 * returns 5xx. Without a cached release, returns the network's result.
 */
export async function networkFirst(request: Request, { revision }: Release, path: string): Promise<Response> {
  const network = fetch(request)
  const impatient = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const answer = await Promise.race([network.catch(() => null), impatient])
  if (answer && answer.status < 500) return answer
  const cache = await caches.open(APP + revision)
  return (await cache.match(path, ANY)) ?? network
}

/** Size limit of the prefetched models, bytes. All models together take 25 MB. */
const BUDGET_BYTES = 32e6

/**
 * Downloads the segmentation models into the segmenter's cache, best first, up to the size limit. `wanted` selects the
 * models to download. Models that `wanted` rejects also count toward the limit.
 */
export async function cacheModels(wanted: (model: SegmentModel) => boolean = () => true): Promise<void> {
  let room = BUDGET_BYTES
  for (const model of await fetchManifest(new URL(MANIFEST_URL, location.origin).href)) {
    room -= totalBytes(model)
    if (room < 0) return
    if (wanted(model)) await keepModel(model)
  }
}

async function keepModel({ files, variants }: SegmentModel): Promise<void> {
  for (const file of [...files, ...variants.map((variant) => variant.file)]) {
    await whenDownloadsMayRun()
    if (!(await caches.match(file.url))) await fetchFiles({ files: [file] }, () => undefined)
  }
}
