import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheStorage, ORIGIN } from '#client/app/offline/worker/testing.ts'
import { SHARE_PATH, SHARED_FIELD, SHARED_LOST, SHARED_PHOTO } from '#server/contract/addresses.ts'
import { receiveShare, takeSharedFile } from './sharedFile.ts'

beforeEach(() => void vi.stubGlobal('caches', cacheStorage()))
afterEach(() => void vi.unstubAllGlobals())

const post = (form: FormData) => new Request(`${ORIGIN}${SHARE_PATH}`, { method: 'POST', body: form })

function formWith(...names: string[]): FormData {
  const form = new FormData()
  form.append('title', 'A holiday')
  for (const name of names) form.append(SHARED_FIELD, new File([name], name, { type: 'image/jpeg' }))
  return form
}

it('stores a shared file with name, type and bytes until the editor reads it once', async () => {
  const answer = await receiveShare(post(formWith('čaj & 茶.jpg')))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, SHARED_PHOTO])
  const file = await takeSharedFile()
  expect([file?.name, file?.type, await file?.text()]).toEqual(['čaj & 茶.jpg', 'image/jpeg', 'čaj & 茶.jpg'])
  expect(await takeSharedFile()).toBeNull()
})

it('replaces an unread shared file by a newer one', async () => {
  for (const name of ['first.jpg', 'second.jpg']) await receiveShare(post(formWith(name)))
  expect((await takeSharedFile())?.name).toBe('second.jpg')
})

it('redirects with an error when no file was sent or storing failed', async () => {
  expect((await receiveShare(post(formWith()))).headers.get('location')).toBe(SHARED_LOST)
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('', 'QuotaExceededError')) })
  expect((await receiveShare(post(formWith('a.jpg')))).headers.get('location')).toBe(SHARED_LOST)
})

it('the manifest uses the same address and field', () => {
  const manifest = join(import.meta.dirname, '../../public/manifest.webmanifest')
  const { share_target } = JSON.parse(readFileSync(manifest, 'utf8'))
  expect(share_target).toMatchObject({
    action: SHARE_PATH,
    method: 'POST',
    params: { files: [{ name: SHARED_FIELD }] },
  })
})
