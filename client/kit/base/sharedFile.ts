/**
 * Files in Cache Storage that the editor opens later. One is a file that another app shared with the installed app
 * (stored by the service worker). The other is a photo that a user chose before signing in or upgrading.
 */
import { SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/addresses.ts'

const SHARED = 'midground-shared'
const WAITING = 'midground-waiting'
const PLACE = '/shared'
/** Header with the percent-encoded file name, because header values must be ASCII. */
const NAME = 'x-name'
const STORED_AT = 'x-stored-at'
/** Time after which a waiting photo is deleted, ms, because another person may then use the browser. */
const MAX_WAIT_MS = 3_600_000

/** Stores a file in its own cache and replaces an earlier file. */
async function storeFile(cacheName: string, file: File): Promise<void> {
  const cache = await caches.open(cacheName)
  const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name), [STORED_AT]: `${Date.now()}` }
  await cache.put(PLACE, new Response(file, { headers }))
}

/**
 * Returns the stored file and deletes it from the cache. Null without a file, or if the file is older than `maxAge` ms.
 */
async function takeFile(cacheName: string, maxAge = Number.POSITIVE_INFINITY): Promise<File | null> {
  // without a secure origin, a page has neither Cache Storage nor a service worker
  if (!('caches' in globalThis)) return null
  const kept = await caches.match(PLACE, { cacheName })
  await caches.delete(cacheName)
  if (!kept || Date.now() - Number(kept.headers.get(STORED_AT)) > maxAge) return null
  const name = decodeURIComponent(kept.headers.get(NAME) ?? '')
  return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' })
}

/** Returns the shared file and deletes it from the cache. Null when no file is stored. */
export const takeSharedFile = (): Promise<File | null> => takeFile(SHARED)

/** The waiting photo, in memory for browsers whose Cache Storage is missing or full. */
let waiting: File | null = null

/** Stores a photo that the editor opens once the user has signed in or upgraded, even after a reload. Never rejects. */
export async function storeWaitingPhoto(photo: File): Promise<void> {
  waiting = photo
  if ('caches' in globalThis) await storeFile(WAITING, photo).catch(console.warn)
}

/** Returns the photo stored since the page was loaded, which stays stored; null without one. */
export const waitingPhoto = (): File | null => waiting

/**
 * Returns the waiting photo and deletes it, or null. Before a reload, this is the stored `File` object itself. A cached
 * photo expires after an hour. Never rejects.
 */
export async function takeWaitingPhoto(): Promise<File | null> {
  const stored = await takeFile(WAITING, MAX_WAIT_MS).catch((cause: unknown) => console.warn(cause))
  const photo = waiting ?? stored
  waiting = null
  return photo ?? null
}

/**
 * Handles the form that the system posts to the Web Share Target. Stores the file on the device and redirects (303) to
 * the editor. No server receives the file. Refuses forms of other sites, and forms larger than `maxBytes`.
 */
export async function receiveShare(request: Request, maxBytes: number): Promise<Response> {
  const isStored = await storeFrom(request, maxBytes).catch((cause: unknown) => {
    console.warn('offline: the shared file could not be stored', cause) // the editor tells the user about the failure
    return false
  })
  return new Response(null, { status: 303, headers: { location: isStored ? SHARED_PHOTO : SHARED_LOST } })
}

async function storeFrom(request: Request, maxBytes: number): Promise<boolean> {
  if (isFromOtherSite(request)) throw new Error('another site posted the form')
  const type = request.headers.get('content-type') ?? ''
  const form = new Response(await readBody(request, maxBytes), { headers: { 'content-type': type } })
  const file = (await form.formData()).getAll(SHARED_FIELD).find((part) => part instanceof File)
  if (file) await storeFile(SHARED, file)
  return file !== undefined
}

/** Returns true if a page of another site posted the form. A share by the system has no origin and no referrer. */
function isFromOtherSite({ url, referrer, headers }: Request): boolean {
  const { origin } = new URL(url)
  const site = headers.get('sec-fetch-site') ?? 'none'
  const senders = [referrer, headers.get('origin') ?? ''].filter((sender) => /^https?:/.test(sender))
  return !['none', 'same-origin'].includes(site) || senders.some((sender) => new URL(sender).origin !== origin)
}

/** Reads the request's body as blobs, which the browser may store on disk. @throws {Error} beyond `maxBytes` bytes */
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
