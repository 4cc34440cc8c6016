import { beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import { err, ok } from '#client/kit/base/result.ts'
import type { Profile } from '#server/contract/entitlements.ts'
import { createAccount, verdictFor } from './account.ts'
import { createDownloadIdempotencyKeys } from './downloadKeys.ts'
import { editorAccount } from './editorAccount.ts'
import { memoryStorage } from './testing.ts'

const NOW = 1_000_000
const FREE: Profile = {
  id: 'u',
  avatarUrl: null,
  paid: false,
  imagesGenerated: 0,
  downloadCredits: 2,
  expiresAt: null,
  subscriptionId: null,
}
const TRIAL: Profile = { ...FREE, paid: true, expiresAt: NOW + 1, subscriptionId: 'trial_sub_1', downloadCredits: 0 }
const PRO: Profile = { ...TRIAL, subscriptionId: 'sub_1' }
const user = { id: 'u', email: 'a@b.c', emailVerified: true }
const offline = err({ code: 'offline' as const, message: 'offline' })

let made = 0
const random = () => `key-${++made}`
beforeEach(() => {
  made = 0
})

async function setup(profile: Profile | null, storage = memoryStorage()) {
  const api = {
    config: vi.fn(async () => offline),
    session: vi.fn(async () => ok({ user: profile ? user : null })),
    access: vi.fn(async () => ok({ allowed: true, profile })),
    spendDownload: vi.fn(async (_key: string) => ok({ charged: true, download_credits: 1 })),
    countImage: vi.fn(async () => ok({ images_generated: 1 })),
    saveTrialImage: vi.fn(async () => ok(null)),
  }
  const keys = createDownloadIdempotencyKeys(storage, random)
  const account = createAccount(api as unknown as Api, () => NOW, undefined, keys)
  await account.refresh()
  return { api, account, editor: editorAccount(account, async () => {}) }
}

it.each([
  ['a free account with images left', FREE, true, true],
  ['a free account without images left', { ...FREE, imagesGenerated: 2 }, false, true],
  ['a free account without credits', { ...FREE, downloadCredits: 0 }, true, false],
  ['a trial', { ...TRIAL, imagesGenerated: 99 }, true, true],
  ['a subscriber', { ...PRO, imagesGenerated: 99 }, true, true],
  ['a lapsed subscriber without credits', { ...PRO, expiresAt: NOW, imagesGenerated: 5 }, false, false],
])(
  'lets %s process and download as the plan allows, and opens the upgrade dialog otherwise',
  async (_, profile, process, download) => {
    const { account, editor } = await setup(profile)
    expect(await editor.mayProcess()).toBe(process)
    expect(account.state.dialog?.name).toBe(process ? undefined : 'upgrade')
    account.closeDialog()
    expect(await editor.mayDownload()).toBe(download)
    expect(account.state.dialog?.name).toBe(download ? undefined : 'upgrade')
  },
)

it('opens the sign-in dialog when the session has ended', async () => {
  const { account, editor } = await setup(null)
  expect(await editor.mayDownload()).toBe(false)
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
})

const handOver = () => {}

it('retries with the same key after a lost response, and updates the credits', async () => {
  const { api, account, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValueOnce(offline as never)
  expect(await editor.spend(handOver)).toBe(true)
  expect(api.spendDownload.mock.calls).toEqual([['key-1'], ['key-1']])
  expect(account.state.profile?.downloadCredits).toBe(1)
})

it('does not retry a refused credit', async () => {
  const { api, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValue(err({ code: 'no_credits', message: '' }) as never)
  expect(await editor.spend(handOver)).toBe(false)
  expect(api.spendDownload).toHaveBeenCalledOnce()
})

/** A server that charges each key once, and a network that loses its responses. */
function shop(credits: number) {
  const charged = new Set<string>()
  const network = { losesAnswers: false }
  async function spendDownload(key: string) {
    if (!charged.has(key) && credits - charged.size < 1) return err({ code: 'no_credits', message: '' })
    charged.add(key)
    return network.losesAnswers ? offline : ok({ charged: true, download_credits: credits - charged.size })
  }
  return { charged, network, spendDownload: spendDownload as never }
}

it('charges one credit per file when the response is lost, at the next attempt and after a reload', async () => {
  const { charged, network, spendDownload } = shop(2)
  const storage = memoryStorage()
  const files: string[] = []
  const first = await setup(FREE, storage)
  first.api.spendDownload.mockImplementation(spendDownload)
  network.losesAnswers = true
  expect(await first.editor.spend(() => void files.push('first'))).toBe(false)
  expect(await first.editor.spend(() => void files.push('second'))).toBe(false)

  network.losesAnswers = false
  const reloaded = await setup(FREE, storage)
  reloaded.api.spendDownload.mockImplementation(spendDownload)
  expect(await reloaded.editor.spend(() => void files.push('third'))).toBe(true)
  expect(files).toEqual(['third'])
  expect(charged.size).toBe(1)

  expect(await reloaded.editor.spend(() => void files.push('fourth'))).toBe(true)
  expect(charged.size).toBe(2)
})

it('delivers a file paid with the last credit and allows the editor for the delivery', async () => {
  const { network, spendDownload } = shop(1)
  const storage = memoryStorage()
  const first = await setup({ ...FREE, downloadCredits: 1 }, storage)
  first.api.spendDownload.mockImplementation(spendDownload)
  network.losesAnswers = true
  await first.editor.spend(handOver)

  network.losesAnswers = false
  const { account, api, editor } = await setup({ ...FREE, downloadCredits: 0 }, storage)
  api.spendDownload.mockImplementation(spendDownload)
  expect(verdictFor(account, '/custom-editor')).toBe('allow')
  expect(await editor.mayDownload()).toBe(true)
  expect(await editor.spend(handOver)).toBe(true)
  expect(verdictFor(account, '/custom-editor')).toBe('/pricing')
  expect(await editor.mayDownload()).toBe(false)
})

it('keeps the key while the server fails, and discards it when the server refuses', async () => {
  const { api, account, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValueOnce(err({ code: 'internal', message: '' }) as never)
  expect(await editor.spend(handOver)).toBe(false)
  expect(account.state.dialog).toBeNull()
  api.spendDownload.mockResolvedValueOnce(err({ code: 'no_credits', message: '' }) as never)
  expect(await editor.spend(handOver)).toBe(false)
  expect(account.state.dialog?.name).toBe('upgrade')
  await editor.spend(handOver)
  expect(api.spendDownload.mock.calls).toEqual([['key-1'], ['key-1'], ['key-2']])
})

it('uses separate keys for two accounts, and works without storage', () => {
  const broken = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => {
      throw new Error('forbidden')
    },
  }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const storage of [memoryStorage(), broken, null]) {
    const keys = createDownloadIdempotencyKeys(storage, random)
    const key = keys.keyFor('anna')
    expect(keys.keyFor('ben')).not.toBe(key)
    expect(keys.keyFor('anna')).toBe(key)
    keys.settle('anna')
    expect(keys.isOwed('anna')).toBe(false)
    expect(keys.isOwed('ben')).toBe(true)
  }
})

it('does not ask the server for paying users while offline', async () => {
  for (const [profile, isFree] of [
    [PRO, true],
    [TRIAL, true],
    [FREE, false],
  ] as const) {
    const { api, editor } = await setup(profile)
    for (const call of [api.session, api.access, api.spendDownload]) call.mockResolvedValue(offline as never)
    const save = vi.fn()
    expect(await editor.mayDownload()).toBe(true)
    expect(await editor.spend(save)).toBe(isFree)
    expect(save).toHaveBeenCalledTimes(isFree ? 1 : 0)
  }
})

it('stores a copy of the export for trial accounts only', async () => {
  for (const [profile, copies] of [
    [FREE, 0],
    [TRIAL, 1],
    [PRO, 0],
  ] as const) {
    const { api, editor } = await setup(profile)
    editor.onExported(new Blob(), 'a.png')
    expect(api.saveTrialImage).toHaveBeenCalledTimes(copies)
  }
})

it('keeps the known plan while the server cannot be reached', async () => {
  const { api, account } = await setup(PRO)
  api.session.mockResolvedValue(offline as never)
  await account.refresh()
  expect(account.plan().tier).toBe('pro')
})

it('after a failed delivery the next file is free', async () => {
  const { charged, spendDownload } = shop(1)
  const { api, editor } = await setup({ ...FREE, downloadCredits: 1 })
  api.spendDownload.mockImplementation(spendDownload)
  await expect(editor.spend(() => Promise.reject(new Error('no clipboard')))).rejects.toThrow('no clipboard')
  expect(await editor.mayDownload()).toBe(true)
  expect(await editor.spend(handOver)).toBe(true)
  expect(charged.size).toBe(1)
})
