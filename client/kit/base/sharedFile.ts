/** The file that another app has shared with the installed one. It lies on the device between service worker and page. */

const SHARED = 'midground-shared'
const PLACE = '/shared'
/** Names are any text, headers are not. */
const NAME = 'x-name'

/** The newest is the only one. */
export async function keepShared(file: File): Promise<void> {
  const cache = await caches.open(SHARED)
  const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name) }
  await cache.put(PLACE, new Response(file, { headers }))
}

/** Once: it is gone then. Null = there is none. */
export async function takeShared(): Promise<File | null> {
  if (!('caches' in globalThis)) return null // without a secure origin there is no service worker either
  const kept = await caches.match(PLACE, { cacheName: SHARED })
  await caches.delete(SHARED)
  if (!kept) return null
  const name = decodeURIComponent(kept.headers.get(NAME) ?? '')
  return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' })
}
