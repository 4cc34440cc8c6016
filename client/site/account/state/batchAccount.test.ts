import { beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import { err, ok } from '#client/kit/base/result.ts'
import type { Profile } from '#server/contract/entitlements.ts'
import { createAccount, verdictFor } from './account.ts'
import { createDownloadIdempotencyKeys } from './downloadKeys.ts'
import { batchAccount } from './editorAccount.ts'
import { memoryStorage } from './testing.ts'

const NOW = 1_000_000
const FREE: Profile = {
  id: 'u',
  avatarUrl: null,
  paid: false,
  imagesGenerated: 1,
  downloadCredits: 2,
  expiresAt: null,
  subscriptionId: null,
}
const PRO: Profile = { ...FREE, paid: true, expiresAt: NOW + 1, subscriptionId: 'sub_1', downloadCredits: 0 }
const failure = (code: string) => err({ code, message: code }) as never

let wait: ReturnType<typeof vi.fn<(ms: number) => Promise<void>>>
beforeEach(() => {
  wait = vi.fn(async () => {})
})

async function setup(profile: Profile | null, storage = memoryStorage()) {
  const api = {
    config: vi.fn(async () => failure('offline')),
    session: vi.fn(async () => ok({ user: profile && { id: 'u', email: 'a@b.c', emailVerified: true } })),
    access: vi.fn(async () => ok({ allowed: true, profile })),
    spendDownload: vi.fn(async (_key: string) => ok({ charged: true, download_credits: 1 })),
    countImage: vi.fn(async (_kind: string, _key: string) => ok({ images_generated: 2 })),
  }
  const account = createAccount(api as unknown as Api, () => NOW, undefined, createDownloadIdempotencyKeys(storage))
  await account.refresh()
  return { api, account, storage, batch: batchAccount(account, wait) }
}

it('returns the limits of the plan', async () => {
  expect(await (await setup(FREE)).batch.allowance()).toEqual({ credits: 2, photos: 1 })
  expect(await (await setup(PRO)).batch.allowance()).toEqual({ credits: null, photos: null })
  expect(await (await setup(null)).batch.allowance()).toBeNull()
})

it('counts a photo by its key and distinguishes a refusal from a missing response', async () => {
  const { api, account, batch } = await setup(FREE)
  expect(await batch.countPhoto('key')).toBe('counted')
  expect(api.countImage).toHaveBeenCalledWith('image', 'key')
  expect(account.state.profile?.imagesGenerated).toBe(2)
  api.countImage.mockResolvedValueOnce(failure('free_limit')).mockResolvedValueOnce(failure('offline'))
  expect([await batch.countPhoto('key'), await batch.countPhoto('key')]).toEqual(['refused', 'unclear'])
})

it('spends a credit by its key, and a refusal opens no dialog over the batch', async () => {
  const { api, account, batch } = await setup(FREE)
  api.spendDownload.mockResolvedValueOnce(failure('offline'))
  expect(await batch.spendCredit('key')).toBe('granted')
  expect(api.spendDownload.mock.calls).toEqual([['key'], ['key']])
  expect(account.state.profile?.downloadCredits).toBe(1)
  api.spendDownload.mockResolvedValueOnce(failure('no_credits')).mockResolvedValueOnce(failure('too_many'))
  expect([await batch.spendCredit('key'), await batch.spendCredit('key')]).toEqual(['refused', 'unclear'])
  expect(account.state.dialog).toBeNull()
})

it("a paid plan exports more images than the server's hourly limit", async () => {
  const { api, batch } = await setup(PRO)
  api.spendDownload.mockResolvedValueOnce(failure('too_many'))
  expect(await batch.spendCredit('key')).toBe('granted')
})

it('an account without credits enters the editor while paid files are undelivered, also after a reload', async () => {
  const spent = { ...FREE, downloadCredits: 0 }
  const { account, storage, batch } = await setup(spent)
  expect(verdictFor(account, '/custom-editor')).toBe('/pricing')
  batch.setOwed(true)
  expect(verdictFor(account, '/custom-editor')).toBe('allow')
  const reloaded = await setup(spent, storage)
  expect(verdictFor(reloaded.account, '/custom-editor')).toBe('allow')
  reloaded.batch.setOwed(false)
  expect(verdictFor(reloaded.account, '/custom-editor')).toBe('/pricing')
})
