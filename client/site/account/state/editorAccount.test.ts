import { beforeEach, expect, it, vi } from 'vitest'
import { takeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { ok } from '#client/kit/values/result.ts'
import type { Profile } from '#server/contract/plans/entitlements.ts'
import { verdictFor } from './account.ts'
import { createDownloadKeys } from './downloadKeys.ts'
import { batchAccount, editorAccount } from './editorAccount.ts'
import { accountOf, FREE, failure, memoryStorage, NOW, PRO, TRIAL } from './testing.ts'

let made = 0
const random = () => `key-${++made}`
beforeEach(() => {
  made = 0
})

async function setup(profile: Profile | null, storage = memoryStorage()) {
  const opened = await accountOf(profile, storage, random)
  return { ...opened, editor: editorAccount(opened.account, async () => {}) }
}

it.each([
  ['no action of a free account with images left', FREE, true, true],
  ['the next photo of a free account without images left', { ...FREE, imagesGenerated: 2 }, false, true],
  ['a download of a free account without credits', { ...FREE, downloadCredits: 0 }, true, false],
  ['no action of a trial', { ...TRIAL, imagesGenerated: 99 }, true, true],
  ['no action of a subscriber', { ...PRO, imagesGenerated: 99 }, true, true],
  ['every action of a lapsed subscriber', { ...PRO, expiresAt: NOW, imagesGenerated: 5 }, false, false],
])('the upgrade dialog replaces %s', async (_, profile, process, download) => {
  const { account, editor } = await setup(profile)
  const photo = new File([], 'chosen.png')
  expect(await editor.requestProcessing(photo)).toBe(process)
  expect(await takeWaitingPhoto()).toBe(process ? null : photo)
  expect(account.state.dialog).toEqual(process ? null : { name: 'upgrade', reason: 'photos' })
  account.closeDialog()
  expect(await editor.requestDownload()).toBe(download)
  expect(account.state.dialog).toEqual(download ? null : { name: 'upgrade', reason: 'credits', downloads: true })
})

it("rejecting the same waiting photo again doesn't open the upgrade dialog again", async () => {
  const { account, editor } = await setup({ ...FREE, imagesGenerated: 2 })
  await editor.requestProcessing(new File([], 'chosen.png'))
  account.closeDialog()
  expect(await editor.requestProcessing((await takeWaitingPhoto())!)).toBe(false)
  expect(account.state.dialog).toBeNull()
  await editor.requestProcessing(new File([], 'chosen.png'))
  expect(account.state.dialog).not.toBeNull()
  await takeWaitingPhoto()
})

it('the sign-in dialog opens when the session has expired', async () => {
  const { account, editor } = await setup(null)
  expect(await editor.requestDownload()).toBe(false)
  expect(account.state.dialog).toEqual({ name: 'sign-in', returnUrl: '/custom-editor' })
})

const handOver = () => {}

it('after a lost response, the credit request is repeated with its key', async () => {
  const { api, account, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValueOnce(failure('offline'))
  expect(await editor.spend(handOver)).toBe(true)
  expect(api.spendDownload.mock.calls).toEqual([['key-1'], ['key-1']])
  expect(account.state.profile?.downloadCredits).toBe(1)
})

it('after the server rejects a credit, the editor does not repeat the request', async () => {
  const { api, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValue(failure('no_credits'))
  expect(await editor.spend(handOver)).toBe(false)
  expect(api.spendDownload).toHaveBeenCalledOnce()
})

/** Simulates a server that charges each key once. While `losesAnswers` is true, the responses are lost. */
function shop(credits: number) {
  const charged = new Set<string>()
  const network = { losesAnswers: false }
  async function spendDownload(key: string) {
    if (!charged.has(key) && credits - charged.size < 1) return failure('no_credits')
    charged.add(key)
    return network.losesAnswers ? failure('offline') : ok({ charged: true, download_credits: credits - charged.size })
  }
  return { charged, network, spendDownload: spendDownload as never }
}

it("a file costs only one credit even if the server's response is lost", async () => {
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

it('a file paid with the last credit is delivered after a lost response', async () => {
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
  expect(await editor.requestDownload()).toBe(true)
  expect(await editor.spend(handOver)).toBe(true)
  expect(verdictFor(account, '/custom-editor')).toBe('/pricing')
  expect(await editor.requestDownload()).toBe(false)
})

it('after a server error, the next attempt sends the same credit key', async () => {
  const { api, account, editor } = await setup(FREE)
  api.spendDownload.mockResolvedValueOnce(failure('internal'))
  expect(await editor.spend(handOver)).toBe(false)
  expect(account.state.dialog).toBeNull()
  api.spendDownload.mockResolvedValueOnce(failure('no_credits'))
  expect(await editor.spend(handOver)).toBe(false)
  expect(account.state.dialog?.name).toBe('upgrade')
  await editor.spend(handOver)
  expect(api.spendDownload.mock.calls).toEqual([['key-1'], ['key-1'], ['key-2']])
})

it('two accounts on one device have separate credit keys', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  const broken = { getItem: refuse, setItem: refuse, removeItem: refuse }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const storage of [memoryStorage(), broken, null]) {
    const keys = createDownloadKeys(storage, random)
    const key = keys.keyFor('anna')
    expect(keys.keyFor('ben')).not.toBe(key)
    expect(keys.keyFor('anna')).toBe(key)
    keys.settle('anna')
    expect(keys.isOwed('anna')).toBe(false)
    expect(keys.isOwed('ben')).toBe(true)
  }
})

it.each([
  ['a paying user', PRO, 1],
  ['a trial', TRIAL, 1],
  ['a free account', FREE, 0],
])('while offline, %s (profile %j) exports %i files', async (_, profile, files) => {
  const { api, editor } = await setup(profile)
  for (const call of [api.session, api.access, api.spendDownload]) call.mockResolvedValue(failure('offline'))
  const save = vi.fn()
  expect(await editor.requestDownload()).toBe(true)
  expect(await editor.spend(save)).toBe(files === 1)
  expect(save).toHaveBeenCalledTimes(files)
})

it('only exports of trial accounts are stored on the server', async () => {
  const copies = await Promise.all(
    [FREE, TRIAL, PRO].map(async (profile) => {
      const { api, editor } = await setup(profile)
      editor.onExported(new Blob(), 'a.png')
      return api.saveTrialImage.mock.calls.length
    }),
  )
  expect(copies).toEqual([0, 1, 0])
})

it("the last known plan applies while the server can't be reached", async () => {
  const { api, account } = await setup(PRO)
  api.session.mockResolvedValue(failure('offline'))
  await account.refresh()
  expect(account.plan().tier).toBe('pro')
})

it('the next file is free if the delivery of a paid file has failed', async () => {
  const { charged, spendDownload } = shop(1)
  const { api, editor } = await setup({ ...FREE, downloadCredits: 1 })
  api.spendDownload.mockImplementation(spendDownload)
  await expect(editor.spend(() => Promise.reject(new Error('no clipboard')))).rejects.toThrow('no clipboard')
  expect(await editor.requestDownload()).toBe(true)
  expect(await editor.spend(handOver)).toBe(true)
  expect(charged.size).toBe(1)
})

async function openBatch(profile: Profile | null, storage = memoryStorage()) {
  const opened = await accountOf(profile, storage)
  return { ...opened, batch: batchAccount(opened.account, async () => {}) }
}

it('allowance() returns the credits and photos left in the plan', async () => {
  expect(await (await openBatch(FREE)).batch.allowance()).toEqual({ credits: 2, photos: 2 })
  expect(await (await openBatch(PRO)).batch.allowance()).toEqual({ credits: null, photos: null })
  expect(await (await openBatch(null)).batch.allowance()).toBeNull()
})

it("countImage returns whether the server counted the photo, rejected the photo or didn't respond", async () => {
  const { api, account, batch } = await openBatch(FREE)
  expect(await batch.countImage('key')).toBe('counted')
  expect(api.countImage).toHaveBeenCalledWith('image', 'key')
  expect(account.state.profile?.imagesGenerated).toBe(2)
  api.countImage.mockResolvedValueOnce(failure('free_limit')).mockResolvedValueOnce(failure('offline'))
  expect([await batch.countImage('key'), await batch.countImage('key')]).toEqual(['refused', 'unclear'])
})

it.each([
  ['a free account', FREE],
  ['a subscriber', PRO],
])("counting a photo updates the profile's number of images: %s", async (_, profile) => {
  const { api, account, editor } = await setup(profile)
  editor.countImage()
  await vi.waitFor(() => expect(account.state.profile?.imagesGenerated).toBe(2))
  expect(api.countImage.mock.lastCall).toEqual(['image', expect.stringMatching(/^[0-9a-f-]{36}$/)])
  api.countImage.mockResolvedValueOnce(ok({ images_generated: 3 }))
  expect(await editor.batch.countImage('key')).toBe('counted')
  expect(account.state.profile?.imagesGenerated).toBe(3)
})

it('a credit rejected during a batch does not open a dialog', async () => {
  const { api, account, batch } = await openBatch(FREE)
  api.spendDownload.mockResolvedValueOnce(failure('offline'))
  expect(await batch.spendCredit('key')).toBe('granted')
  expect(api.spendDownload.mock.calls).toEqual([['key'], ['key']])
  expect(account.state.profile?.downloadCredits).toBe(1)
  api.spendDownload.mockResolvedValueOnce(failure('no_credits')).mockResolvedValueOnce(failure('too_many'))
  expect([await batch.spendCredit('key'), await batch.spendCredit('key')]).toEqual(['refused', 'unclear'])
  expect(account.state.dialog).toBeNull()
})

it.each(['offline', 'too_many', 'internal'])('a paid plan exports even if the server returns %s', async (code) => {
  const save = vi.fn()
  const [single, several] = [await setup(PRO), await openBatch(PRO)]
  for (const { api } of [single, several]) api.spendDownload.mockResolvedValue(failure(code))
  expect(await single.editor.spend(save)).toBe(true)
  expect(save).toHaveBeenCalledOnce()
  expect(await several.batch.spendCredit('key')).toBe('granted')
})

it("a paid plan can't export after its session has expired", async () => {
  const { api, editor } = await setup(PRO)
  api.spendDownload.mockResolvedValue(failure('signed_out'))
  expect(await editor.spend(() => expect.unreachable())).toBe(false)
})

it('an account without credits can open the editor until its paid files are delivered', async () => {
  const spent = { ...FREE, downloadCredits: 0 }
  const { account, storage, batch } = await openBatch(spent)
  expect(verdictFor(account, '/custom-editor')).toBe('/pricing')
  batch.setOwed(true)
  expect(verdictFor(account, '/custom-editor')).toBe('allow')
  const reloaded = await openBatch(spent, storage)
  expect(verdictFor(reloaded.account, '/custom-editor')).toBe('allow')
  reloaded.batch.setOwed(false)
  expect(verdictFor(reloaded.account, '/custom-editor')).toBe('/pricing')
})
