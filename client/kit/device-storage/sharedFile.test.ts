import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheStorage, ORIGIN } from '#client/app/offline/worker/testing.ts'
import { SHARE_PATH, SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/pages/addresses.ts'
import { setDeviceOwner } from './deviceOwner.ts'
import {
  claimWaitingPhoto,
  deleteExpiredFiles,
  discardFiles,
  discardWaitingPhoto,
  isUnclaimed,
  receiveShare,
  storeWaitingPhoto,
  takeSharedFiles,
  takeWaitingPhoto,
} from './sharedFile.ts'

beforeEach(() => void vi.stubGlobal('caches', cacheStorage()))

const MAX_BYTES = 10_000
const post = (form: FormData) => new Request(`${ORIGIN}${SHARE_PATH}`, { method: 'POST', body: form })

function formWith(...names: string[]): FormData {
  const form = new FormData()
  form.append('title', 'A holiday')
  for (const name of names) form.append(SHARED_FIELD, new File([name], name, { type: 'image/jpeg' }))
  return form
}

it('the editor can read a shared file only once', async () => {
  const answer = await receiveShare(post(formWith('čaj & 茶.jpg')), MAX_BYTES)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, SHARED_PHOTO])
  const [file] = await takeSharedFiles()
  expect([file?.name, file?.type, await file?.text()]).toEqual(['čaj & 茶.jpg', 'image/jpeg', 'čaj & 茶.jpg'])
  expect(await takeSharedFiles()).toEqual([])
})

it('all files of a share are stored, and replace unread shared files', async () => {
  for (const names of [
    ['1.jpg', '2.jpg', '3.jpg'],
    ['4.jpg', '5.jpg'],
  ])
    await receiveShare(post(formWith(...names)), MAX_BYTES)
  expect((await takeSharedFiles()).map(({ name }) => name)).toEqual(['4.jpg', '5.jpg'])
})

const [ANNA, BEN] = [
  { id: 'anna', email: 'Anna@example.org' },
  { id: 'ben', email: 'ben@example.org' },
]
const HOUR = 3_600_000
const PHOTO = new File(['a'], 'a.jpg')

/** Returns the module as after a reload of the page, with this account signed in. */
async function reloadedAs(account: typeof ANNA | null) {
  vi.resetModules()
  const { setDeviceOwner } = await import('./deviceOwner.ts')
  if (account) setDeviceOwner(account)
  return import('./sharedFile.ts')
}

afterEach(async () => {
  vi.useRealTimers()
  setDeviceOwner(null)
  await discardFiles()
})

it.each([
  ['opens', 'less', HOUR - 1000, 'a.jpg'],
  ['does not open', 'more', HOUR + 1000, undefined],
])('takeWaitingPhoto %s a photo that is %s than an hour old', async (_, __, waited, name) => {
  vi.useFakeTimers({ now: 1e12 })
  await storeWaitingPhoto(PHOTO, ANNA.id)
  vi.setSystemTime(1e12 + waited)
  const reloaded = await reloadedAs(ANNA)
  expect((await reloaded.takeWaitingPhoto())?.name).toBe(name)
  expect(await reloaded.takeWaitingPhoto()).toBeNull()
})

it.each([
  ['another account', ANNA.id, BEN],
  ['any account, without an owner', null, ANNA],
])('after a reload, the waiting photo is deleted instead of opened for %s', async (_, owner, account) => {
  await storeWaitingPhoto(PHOTO, owner)
  expect(await (await reloadedAs(account)).takeWaitingPhoto()).toBeNull()
  expect(await (await reloadedAs(ANNA)).takeWaitingPhoto()).toBeNull()
})

it("a visitor's photo opens after a reload for the account that the visitor creates", async () => {
  await storeWaitingPhoto(PHOTO, null)
  await claimWaitingPhoto('anna@example.org')
  expect((await (await reloadedAs(ANNA)).takeWaitingPhoto())?.name).toBe('a.jpg')
})

it('without a reload, the waiting photo of another account is deleted instead of opened', async () => {
  setDeviceOwner(ANNA)
  await storeWaitingPhoto(PHOTO, ANNA.id)
  setDeviceOwner(BEN)
  expect(await takeWaitingPhoto()).toBeNull()
  setDeviceOwner(ANNA)
  expect(await takeWaitingPhoto()).toBeNull()
})

it.each([
  ['deletes', 'a visitor', null, undefined],
  ['keeps', 'an account', ANNA.id, 'a.jpg'],
])('closing the sign-in dialog %s the waiting photo of %s', async (_, __, owner, name) => {
  setDeviceOwner(ANNA)
  await storeWaitingPhoto(PHOTO, owner)
  await discardWaitingPhoto(isUnclaimed)
  expect((await takeWaitingPhoto())?.name).toBe(name)
})

it('without a reload, takeWaitingPhoto returns the same object that was stored', async () => {
  await storeWaitingPhoto(PHOTO, null)
  expect(await takeWaitingPhoto()).toBe(PHOTO)
})

it('discardFiles deletes the shared file and the waiting photo', async () => {
  setDeviceOwner(ANNA)
  await storeWaitingPhoto(PHOTO, ANNA.id)
  await receiveShare(post(formWith('a.jpg')), MAX_BYTES)
  await discardFiles()
  expect([await takeWaitingPhoto(), await takeSharedFiles()]).toEqual([null, []])
})

it('deleteExpiredFiles deletes unopened files after an hour', async () => {
  vi.useFakeTimers({ now: 1e12 })
  await storeWaitingPhoto(PHOTO, ANNA.id)
  await receiveShare(post(formWith('a.jpg')), MAX_BYTES)
  const stored = async () => (await caches.keys()).sort()
  vi.setSystemTime(1e12 + HOUR - 1000)
  await deleteExpiredFiles()
  expect(await stored()).toEqual(['midground-shared', 'midground-waiting'])
  vi.setSystemTime(1e12 + HOUR + 1000)
  await deleteExpiredFiles()
  expect(await stored()).toEqual([])
})

it('takeSharedFiles ignores a file shared more than an hour ago', async () => {
  vi.useFakeTimers({ now: 1e12 })
  await receiveShare(post(formWith('a.jpg')), MAX_BYTES)
  vi.setSystemTime(1e12 + HOUR + 1000)
  expect(await takeSharedFiles()).toEqual([])
})

it('takeWaitingPhoto returns the photo from memory if Cache Storage is unavailable', async () => {
  vi.stubGlobal('caches', {
    open: () => Promise.reject(new Error('full')),
    match: async () => {},
    delete: async () => {},
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  await storeWaitingPhoto(PHOTO, null)
  expect((await takeWaitingPhoto())?.name).toBe('a.jpg')
  expect(await takeWaitingPhoto()).toBeNull()
})

it('receiveShare redirects to the error address if the form has no file or storage is full', async () => {
  expect((await receiveShare(post(formWith()), MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  const storage = cacheStorage()
  const full = new DOMException('', 'QuotaExceededError')
  async function open(name: string) {
    const cache = await storage.open(name)
    return { ...cache, put: vi.fn(cache.put).mockRejectedValue(full).mockImplementationOnce(cache.put) }
  }
  vi.stubGlobal('caches', { ...storage, open })
  expect((await receiveShare(post(formWith('a.jpg', 'b.jpg')), MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(await takeSharedFiles(), 'the first of two files').toEqual([])
})

it.each([
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
  ['origin', 'https://other.example'],
])('receiveShare rejects a form whose header %s is %s', async (name, value) => {
  const request = post(formWith('a.jpg'))
  Object.defineProperty(request, 'headers', { value: new Headers([...request.headers, [name, value]]) })
  expect((await receiveShare(request, MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(await takeSharedFiles()).toEqual([])
})

it('receiveShare rejects a form with a referrer from another site', async () => {
  const referred = Object.defineProperty(post(formWith('a.jpg')), 'referrer', { value: 'https://other.example/' })
  expect((await receiveShare(referred, MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(await takeSharedFiles()).toEqual([])
})

it('receiveShare stops reading a form that is too large', async () => {
  let isCanceled = false
  const pull = (queue: ReadableStreamDefaultController) => queue.enqueue(new Uint8Array(1000))
  const cancel = () => {
    isCanceled = true
  }
  const body = new ReadableStream({ pull, cancel })
  const endless = new Request(`${ORIGIN}${SHARE_PATH}`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect((await receiveShare(endless, MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(isCanceled).toBe(true)
})

it("the manifest's share target has the address and the form field that receiveShare expects", () => {
  const manifest = join(import.meta.dirname, '../../public/manifest.webmanifest')
  const { share_target } = JSON.parse(readFileSync(manifest, 'utf8'))
  expect(share_target).toMatchObject({
    action: SHARE_PATH,
    method: 'POST',
    params: { files: [{ name: SHARED_FIELD }] },
  })
})
