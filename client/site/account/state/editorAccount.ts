import type { BatchAccount, EditorAccount } from '#client/editor/flows/editorAccount.ts'
import { pause, withLock } from '#client/kit/async/scheduling.ts'
import { storeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { randomUuid } from '#client/kit/values/ids.ts'
import { isPro, mayDownload, mayProcess, spendsCredit } from '#server/contract/plans/entitlements.ts'
import { type Account, isOwedFile } from './account.ts'

/**
 * Photos that the plan didn't allow. If such a photo is opened again without an upgrade, the dialog doesn't open again.
 */
const refused = new WeakSet<File>()

/**
 * Creates the editor's interface to the account: checks whether the plan allows processing and downloads, counts
 * images, and spends credits. Tests replace `wait`.
 */
export function editorAccount(account: Account, wait: Wait = pause): EditorAccount {
  const { state, api } = account
  /** the owner of the open document doesn't change when the session ends; another account gets another editor */
  const owner = state.user?.id ?? null

  function isSignedIn(): boolean {
    if (state.user) return true
    // If the session has expired while the user was editing, the sign-in dialog opens over the editor. The document
    // isn't lost.
    account.openSignIn()
    return false
  }

  return {
    batch: batchAccount(account, wait),
    userId: () => owner,
    async requestProcessing(photo: File): Promise<boolean> {
      await account.refresh()
      if (!isSignedIn()) return false
      if (mayProcess(account.plan())) return true
      await storeWaitingPhoto(photo, state.user?.id ?? null) // the photo is opened after the checkout
      if (!refused.has(photo)) account.open({ name: 'upgrade', reason: 'photos' })
      refused.add(photo)
      return false
    },
    countImage: () => void countImage(account),
    /**
     * Reports that the user has removed the background of an overlay image. This isn't counted toward the plan's image
     * limit.
     */
    countOverlay(): void {
      if (state.user) void api.countImage('overlay', randomUuid())
    },
    async requestDownload(): Promise<boolean> {
      await account.refresh()
      if (!isSignedIn()) return false
      if (mayDownload(account.plan()) || isOwedFile(account)) return true
      account.open({ name: 'upgrade', reason: 'credits', downloads: true })
      return false
    },
    async spend(handOver: () => void | Promise<void>): Promise<boolean> {
      const { user } = state
      if (!user) return false
      // a lock, because all tabs use the same key
      return withLock('midground-download', async () => {
        const { downloadKeys } = account
        const answer = await reserveDownload(account, downloadKeys.keyFor(user.id), wait)
        if (answer === 'refused') account.open({ name: 'upgrade', reason: 'credits', downloads: true })
        // if the delivery fails, the key isn't deleted, because the user has no file
        if (answer === 'granted') await handOver()
        // If the response is unclear, the credit may have been spent. The next attempt then uses the same key and is
        // free.
        if (answer !== 'unclear') downloadKeys.settle(user.id)
        return answer === 'granted'
      })
    },
    onExported(image: Blob, name: string): void {
      const { user } = state
      if (!user || account.plan().tier !== 'trial') return
      // not awaited, because the user already has the file
      void api.saveTrialImage(image, user.id, name).then((saved) => {
        if (!saved.ok) console.warn(`trial image not stored: ${saved.error.message}`)
      })
    },
  }
}

/**
 * Creates the batch's interface to the account: the plan's limits, counting photos, and credits. The batch stores the
 * key of each photo (docs/decisions/0072).
 */
export function batchAccount(account: Account, wait: Wait): BatchAccount {
  const { state, downloadKeys } = account
  return {
    userId: () => state.user?.id ?? null,
    async allowance() {
      await account.refresh()
      if (!state.user) return null
      const plan = account.plan()
      return plan.tier === 'free' ? { credits: plan.credits, photos: plan.imagesLeft } : { credits: null, photos: null }
    },
    countImage: (key) => countImage(account, key),
    async spendCredit(key) {
      return state.user ? reserveDownload(account, key, wait) : 'unclear'
    },
    setOwed(isOwed) {
      if (state.user) downloadKeys.setBatchOwed(state.user.id, isOwed)
    },
    openUpgrade: (reason) => account.open({ name: 'upgrade', reason }),
  }
}

/** Counts a segmented photo and stores the server's number in the profile (see `BatchAccount`). */
async function countImage(account: Account, key: string = randomUuid()): ReturnType<BatchAccount['countImage']> {
  const { state, api } = account
  const counted = await api.countImage('image', key)
  if (!counted.ok) return counted.error.code === 'free_limit' ? 'refused' : 'unclear'
  if (state.profile) account.takeProfile({ ...state.profile, imagesGenerated: counted.value.images_generated })
  return 'counted'
}

/**
 * Maximum number of attempts if the server doesn't respond. All attempts use one idempotency key, so only one credit is
 * charged.
 */
const SPEND_TRIES = 3
const RETRY_MS = 800

/** Resolves after `ms`. Tests replace this function. */
export type Wait = (ms: number) => Promise<unknown>

/** Requests one download from the server. `unclear`: the credit may or may not have been spent. */
async function reserveDownload(account: Account, key: string, wait: Wait): ReturnType<BatchAccount['spendCredit']> {
  const { state, api } = account
  for (let tries = 1; ; tries++) {
    const spent = await api.spendDownload(key)
    if (spent.ok) {
      if (state.profile && !isPro(account.plan()))
        account.takeProfile({ ...state.profile, downloadCredits: spent.value.download_credits })
      return 'granted'
    }
    if (spent.error.code === 'no_credits') return 'refused'
    if (spent.error.code === 'signed_out') return 'unclear'
    // a paid plan doesn't spend credits, so its downloads also work during an outage or when the server's rate limit is
    // reached
    if (!spendsCredit(account.plan())) return 'granted'
    if (spent.error.code !== 'offline' || tries === SPEND_TRIES) return 'unclear'
    await wait(RETRY_MS)
  }
}
