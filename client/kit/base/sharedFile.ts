/**
 * Cache in Cache Storage for the file that another app shared with the installed app. The service worker writes it, the
 * page reads it.
 */

const SHARED = 'midground-shared'
const PLACE = '/shared'
/** Header with the percent-encoded file name: header values are ASCII, file names are not. */
const NAME = 'x-name'

/** Stores the shared file for the page and replaces an earlier one. */
export async function storeSharedFile(file: File): Promise<void> {
  const cache = await caches.open(SHARED)
  const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name) }
  await cache.put(PLACE, new Response(file, { headers }))
}

/** Returns the stored file and deletes it from the cache. Null when there is none. */
export async function takeSharedFile(): Promise<File | null> {
  if (!('caches' in globalThis)) return null // pages without a secure origin have no service worker either
  const kept = await caches.match(PLACE, { cacheName: SHARED })
  await caches.delete(SHARED)
  if (!kept) return null
  const name = decodeURIComponent(kept.headers.get(NAME) ?? '')
  return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' })
}
