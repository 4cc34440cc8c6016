import { expect, it, vi } from 'vitest'
import type { Profile } from '#server/contract/profile.ts'
import type { Api } from '../api/api.ts'
import { err, ok } from '../base/result.ts'
import { createAccount } from './account.ts'
import { editorAccount } from './editorAccount.ts'

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

async function setup(profile: Profile | null) {
  const api = {
    config: vi.fn(async () => offline),
    session: vi.fn(async () => ok({ user: profile ? user : null })),
    access: vi.fn(async () => ok({ allowed: true, profile })),
    spendDownload: vi.fn(async () => ok({ charged: true, download_credits: 1 })),
    countImage: vi.fn(async () => ok({ images_generated: 1 })),
    saveTrialImage: vi.fn(async () => ok(null)),
  }
  const account = createAccount(api as unknown as Api, () => NOW)
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
  'lets %s process and download as its plan says, and shows the way to upgrade',
  async (_, profile, process, download) => {
    const { account, editor } = await setup(profile)
    expect(await editor.mayProcess()).toBe(process)
    expect(account.state.dialog?.name).toBe(process ? undefined : 'upgrade')
    account.closeDialog()
    expect(await editor.mayDownload()).toBe(download)
    expect(account.state.dialog?.name).toBe(download ? undefined : 'upgrade')
  },
)

it('opens the sign-in dialog when the session vanished', async () => {
  const { account, editor } = await setup(null)
  expect(await editor.mayDownload()).toBe(false)
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
})

it('asks again with the same key when no answer came, and shows what is left', async () => {
  const { api, account, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValueOnce(offline as never)
  expect(await editor.spend('key-1')).toBe(true)
  expect(api.spendDownload.mock.calls).toEqual([['key-1'], ['key-1']])
  expect(account.state.profile?.downloadCredits).toBe(1)
})

it('gives up a refused spend at once', async () => {
  const { api, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValue(err({ code: 'no_credits', message: '' }) as never)
  expect(await editor.spend('key-1')).toBe(false)
  expect(api.spendDownload).toHaveBeenCalledOnce()
})

it('sends a copy of the export for trial accounts only', async () => {
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

it('keeps what it knew while the server cannot be reached', async () => {
  const { api, account } = await setup(PRO)
  api.session.mockResolvedValue(offline as never)
  await account.refresh()
  expect(account.plan().tier).toBe('pro')
})
