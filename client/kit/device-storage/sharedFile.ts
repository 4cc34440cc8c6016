/**
 * Files in Cache Storage that the editor opens later. One is a file that another app shared with the installed app
 * (stored by the service worker). The other is a photo that a user chose before signing in or upgrading.
 */
import { SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/pages/addresses.ts'
import { cameFromPayment } from '#server/contract/pages/guard.ts'
import { isDeviceOwner } from './deviceOwner.ts'

const SHARED = 'midground-shared'
const WAITING = 'midground-waiting'
const PLACE = '/shared'
/** Header with the percent-encoded file name, because header values must be ASCII. */
const NAME = 'x-name'
const STORED_AT = 'x-stored-at'
/** Id or email address of the account that may open the file. */
const OWNER = 'x-owner'
/** Time until a stored file is deleted, ms. Later, another person may be using the browser. */
const MAX_WAIT_MS = 3_600_000

/** Without a secure context, a page has neither Cache Storage nor a service worker. */
const hasCaches = () => 'caches' in globalThis

/** The address of a file in its cache. */
const placeOf = (index: number) => (index === 0 ? PLACE : `${PLACE}/${index}`)

/** Stores files in their own cache and replaces earlier files. If a file can't be stored, none is stored. */
async function storeFiles(cacheName: string, files: readonly File[], owner: string | null): Promise<void> {
  await caches.delete(cacheName)
  try {
    await putFiles(await caches.open(cacheName), files, owner)
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

async function putFiles(cache: Cache, files: readonly File[], owner: string | null): Promise<void> {
  for (const [i, file] of files.entries()) {
    const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name), [STORED_AT]: `${Date.now()}` }
    const owned = owner === null ? headers : { ...headers, [OWNER]: encodeURIComponent(owner) }
    await cache.put(placeOf(i), new Response(file, { headers: owned }))
  }
}

interface StoredFile {
  file: File
  owner: string | null
}

/**
 * Returns the stored files and deletes them from the cache. The result is empty if no file is stored, if the
 * files have expired, or if the browser lacks Cache Storage.
 */
async function takeFiles(cacheName: string): Promise<StoredFile[]> {
  if (!hasCaches()) return []
  const all: Response[] = []
  for (let next = await caches.match(PLACE, { cacheName }); next; ) {
    all.push(next)
    next = await caches.match(placeOf(all.length), { cacheName })
  }
  await caches.delete(cacheName)
  return Promise.all(all.filter((kept) => !hasExpired(kept)).map(fileIn))
}

async function fileIn(kept: Response): Promise<StoredFile> {
  const [name, owner] = [NAME, OWNER].map((header) => decodeURIComponent(kept.headers.get(header) ?? ''))
  const file = new File([await kept.blob()], name ?? '', { type: kept.headers.get('content-type') ?? '' })
  return { file, owner: owner || null }
}

const hasExpired = ({ headers }: Response) => Date.now() - Number(headers.get(STORED_AT)) > MAX_WAIT_MS

/** Deletes stored files that have expired. Call it when the page starts. Never rejects. */
export async function deleteExpiredFiles(): Promise<void> {
  if (!hasCaches()) return
  for (const cacheName of [SHARED, WAITING])
    try {
      const kept = await caches.match(PLACE, { cacheName })
      if (kept && hasExpired(kept)) await caches.delete(cacheName)
    } catch (cause) {
      console.warn(cause) // the next start of the page tries again
    }
}

/** Deletes the shared files, and the waiting photo as `discardWaitingPhoto` does. Never rejects. */
export async function discardFiles(condition?: PhotoCondition): Promise<void> {
  await discardWaitingPhoto(condition)
  await takeFiles(SHARED).catch(console.warn)
}

/**
 * Returns the shared files and deletes them from the cache. The result is empty if none is stored, or after an hour.
 */
export const takeSharedFiles = async (): Promise<File[]> => (await takeFiles(SHARED)).map(({ file }) => file)

/** The waiting photo, in memory for browsers with a missing or full Cache Storage. */
let waiting: StoredFile | null = null
/** True if the page was opened after a payment and has not looked for a stored photo yet. */
let isBackFromPayment = 'location' in globalThis && cameFromPayment(location.search)

/**
 * Stores a photo that the editor opens once the user has signed in or upgraded, even after a reload. `owner`: the
 * account that chose the photo. The photo of a visitor (null) opens only for a sign-in on this page, or after
 * `claimWaitingPhoto`. Never rejects.
 */
export async function storeWaitingPhoto(file: File, owner: string | null): Promise<void> {
  waiting = { file, owner }
  if (hasCaches()) await storeFiles(WAITING, [file], owner).catch(console.warn)
}

/**
 * Assigns the visitor's waiting photo to an account, which is given by its id or its unconfirmed email address. Does
 * nothing if no visitor has chosen a photo on this page.
 */
export async function claimWaitingPhoto(owner: string): Promise<void> {
  if (waiting?.owner === null) await storeWaitingPhoto(waiting.file, owner)
}

type PhotoCondition = (photo: { readonly owner: string | null }) => boolean

/** Returns true if a visitor chose the waiting photo and no account has claimed it. */
export const isUnclaimed: PhotoCondition = ({ owner }) => owner === null

/** Returns the photo stored since the page was loaded, without deleting it. Returns null if there is no photo. */
export const waitingPhoto = (): File | null => waiting?.file ?? null

/** Returns true if the editor will open a photo next: a waiting photo, or perhaps the photo from before a payment. */
export const isPhotoExpected = (): boolean => waiting !== null || isBackFromPayment

/**
 * Deletes the waiting photo if it passes the condition, by default always. A photo from before a reload is deleted
 * without a check. Never rejects.
 */
export async function discardWaitingPhoto(condition: PhotoCondition = () => true): Promise<void> {
  if (waiting && !condition(waiting)) return
  waiting = null
  await takeFiles(WAITING).catch(console.warn)
}

/**
 * Resolves with the waiting photo of the signed-in account and deletes it. Resolves with null if there is none, or if
 * it belongs to another account, and also deletes that photo. Before a reload, the photo is the stored `File` object
 * itself. A cached photo expires after an hour. Never rejects.
 */
export async function takeWaitingPhoto(): Promise<File | null> {
  const here = waiting
  waiting = null
  isBackFromPayment = false
  const [stored] = (await takeFiles(WAITING).catch(console.warn)) ?? []
  if (here) return here.owner === null || isDeviceOwner(here.owner) ? here.file : null
  return stored?.owner && isDeviceOwner(stored.owner) ? stored.file : null
}

/**
 * Handles the form that the system posts to the Web Share Target. Stores its files on the device and redirects (303) to
 * the editor. No server receives the files. If another site posted the form, or the form is larger than `maxBytes` or
 * can't be stored, redirects to a page that says that the files are lost. Never rejects.
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
  const files = (await form.formData()).getAll(SHARED_FIELD).filter((part) => part instanceof File)
  if (files.length > 0) await storeFiles(SHARED, files, null)
  return files.length > 0
}

/** Returns true if a page on another site posted the form. A share by the system has no origin and no referrer. */
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
