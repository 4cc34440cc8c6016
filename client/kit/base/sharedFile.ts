/**
 * The file that another app shared with the installed app. The service worker stores the file in Cache Storage, and the
 * page reads it.
 */
import { SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/addresses.ts'

const SHARED = 'midground-shared'
const PLACE = '/shared'
/** Header with the percent-encoded file name, because header values must be ASCII. */
const NAME = 'x-name'

/** Stores the shared file for the page and replaces an earlier file. */
async function storeSharedFile(file: File): Promise<void> {
  const cache = await caches.open(SHARED)
  const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name) }
  await cache.put(PLACE, new Response(file, { headers }))
}

/** Returns the stored file and deletes it from the cache. Null when no file is stored. */
export async function takeSharedFile(): Promise<File | null> {
  // without a secure origin the page has neither Cache Storage nor a service worker
  if (!('caches' in globalThis)) return null
  const kept = await caches.match(PLACE, { cacheName: SHARED })
  await caches.delete(SHARED)
  if (!kept) return null
  const name = decodeURIComponent(kept.headers.get(NAME) ?? '')
  return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' })
}

/**
 * Handles the form that the system posts to the Web Share Target. Stores the file on the device and redirects (303) to
 * the editor. No server receives the file. Refuses forms of other sites, and forms above `maxBytes`.
 */
export async function receiveShare(request: Request, maxBytes: number): Promise<Response> {
  const isStored = await storeFrom(request, maxBytes).catch((cause: unknown) => {
    console.warn('offline: the shared file could not be stored', cause) // the editor shows the failure
    return false
  })
  return new Response(null, { status: 303, headers: { location: isStored ? SHARED_PHOTO : SHARED_LOST } })
}

async function storeFrom(request: Request, maxBytes: number): Promise<boolean> {
  if (isFromOtherSite(request)) throw new Error('another site posted the form')
  const type = request.headers.get('content-type') ?? ''
  const form = new Response(await readBody(request, maxBytes), { headers: { 'content-type': type } })
  const file = (await form.formData()).getAll(SHARED_FIELD).find((part) => part instanceof File)
  if (file) await storeSharedFile(file)
  return file !== undefined
}

/** Returns true if a page of another site posted the form. The system's own share names no origin and no referrer. */
function isFromOtherSite({ url, referrer, headers }: Request): boolean {
  const { origin } = new URL(url)
  const site = headers.get('sec-fetch-site') ?? 'none'
  const senders = [referrer, headers.get('origin') ?? ''].filter((sender) => /^https?:/.test(sender))
  return !['none', 'same-origin'].includes(site) || senders.some((sender) => new URL(sender).origin !== origin)
}

/** Reads the request's body as blobs, which the browser may store on disk. @throws {Error} after `maxBytes` bytes */
async function readBody({ body }: Request, maxBytes: number): Promise<Blob> {
  const parts: Blob[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    bytes += step.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new Error(`the form has more than ${maxBytes} bytes`)
    }
    parts.push(new Blob([step.value]))
  }
  return new Blob(parts)
}
