import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheStorage, ORIGIN } from '#client/app/offline/worker/testing.ts'
import { SHARE_PATH, SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/addresses.ts'
import { receiveShare, storeWaitingPhoto, takeSharedFile, takeWaitingPhoto } from './sharedFile.ts'

beforeEach(() => void vi.stubGlobal('caches', cacheStorage()))
afterEach(() => void vi.unstubAllGlobals())

const MAX_BYTES = 10_000
const post = (form: FormData) => new Request(`${ORIGIN}${SHARE_PATH}`, { method: 'POST', body: form })

function formWith(...names: string[]): FormData {
  const form = new FormData()
  form.append('title', 'A holiday')
  for (const name of names) form.append(SHARED_FIELD, new File([name], name, { type: 'image/jpeg' }))
  return form
}

it('a shared file is stored until the editor has read it once', async () => {
  const answer = await receiveShare(post(formWith('čaj & 茶.jpg')), MAX_BYTES)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, SHARED_PHOTO])
  const file = await takeSharedFile()
  expect([file?.name, file?.type, await file?.text()]).toEqual(['čaj & 茶.jpg', 'image/jpeg', 'čaj & 茶.jpg'])
  expect(await takeSharedFile()).toBeNull()
})

it('a newer shared file replaces an unread shared file', async () => {
  for (const name of ['first.jpg', 'second.jpg']) await receiveShare(post(formWith(name)), MAX_BYTES)
  expect((await takeSharedFile())?.name).toBe('second.jpg')
})

it.each([
  ['returns', 'less', 3_599_000, 'a.jpg'],
  ['does not return', 'more', 3_601_000, undefined],
])('takeWaitingPhoto %s a photo that is %s than an hour old', async (_, __, waited, name) => {
  vi.useFakeTimers({ now: 1e12 })
  await storeWaitingPhoto(new File(['a'], 'a.jpg'))
  vi.resetModules() // simulates a reload
  vi.setSystemTime(1e12 + waited)
  const reloaded = await import('./sharedFile.ts')
  expect((await reloaded.takeWaitingPhoto())?.name).toBe(name)
  expect(await reloaded.takeWaitingPhoto()).toBeNull()
  await takeWaitingPhoto()
  vi.useRealTimers()
})

it('before a reload, takeWaitingPhoto returns the stored object itself', async () => {
  const photo = new File(['a'], 'a.jpg')
  await storeWaitingPhoto(photo)
  expect(await takeWaitingPhoto()).toBe(photo)
})

it('without Cache Storage, takeWaitingPhoto returns the photo from memory', async () => {
  vi.stubGlobal('caches', {
    open: () => Promise.reject(new Error('full')),
    match: async () => {},
    delete: async () => {},
  })
  await storeWaitingPhoto(new File(['a'], 'a.jpg'))
  expect((await takeWaitingPhoto())?.name).toBe('a.jpg')
  expect(await takeWaitingPhoto()).toBeNull()
})

it("receiveShare redirects to the error address if the file is missing or can't be stored", async () => {
  expect((await receiveShare(post(formWith()), MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('', 'QuotaExceededError')) })
  expect((await receiveShare(post(formWith('a.jpg')), MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
})

it.each([
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
  ['origin', 'https://other.example'],
])('receiveShare refuses a form whose header %s is %s', async (name, value) => {
  const request = post(formWith('a.jpg'))
  Object.defineProperty(request, 'headers', { value: new Headers([...request.headers, [name, value]]) })
  expect((await receiveShare(request, MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(await takeSharedFile()).toBeNull()
})

it('receiveShare refuses a form with a referrer of another site', async () => {
  const referred = Object.defineProperty(post(formWith('a.jpg')), 'referrer', { value: 'https://other.example/' })
  expect((await receiveShare(referred, MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(await takeSharedFile()).toBeNull()
})

it('receiveShare stops reading a form that is too large', async () => {
  let isCancelled = false
  const pull = (queue: ReadableStreamDefaultController) => queue.enqueue(new Uint8Array(1000))
  const cancel = () => {
    isCancelled = true
  }
  const body = new ReadableStream({ pull, cancel })
  const endless = new Request(`${ORIGIN}${SHARE_PATH}`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect((await receiveShare(endless, MAX_BYTES)).headers.get('location')).toBe(SHARED_LOST)
  expect(isCancelled).toBe(true)
})

it("the manifest's share target has the address and form field that the code uses", () => {
  const manifest = join(import.meta.dirname, '../../public/manifest.webmanifest')
  const { share_target } = JSON.parse(readFileSync(manifest, 'utf8'))
  expect(share_target).toMatchObject({
    action: SHARE_PATH,
    method: 'POST',
    params: { files: [{ name: SHARED_FIELD }] },
  })
})
