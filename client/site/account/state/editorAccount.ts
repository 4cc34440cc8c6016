/** The account's part in the editor's flows: permission, usage counting and credits (spec §4, §5; decisions, Export). */
import { isPro, mayDownload, mayProcess, spendsCredit } from '#server/contract/entitlements.ts'
import { type Account, isOwedFile } from './account.ts'
import { withDownloadLock } from './downloadKeys.ts'

/** A reservation that got no answer is asked for again with the same key: it is charged once. */
const SPEND_TRIES = 3
const RETRY_MS = 800

export function editorAccount(account: Account, wait = (ms: number) => new Promise((done) => setTimeout(done, ms))) {
  const { state, api } = account

  function isSignedIn(): boolean {
    if (state.user) return true
    // The session ended while editing: the work stays, and the sign-in dialog opens.
    account.openSignIn()
    return false
  }

  async function reserve(key: string): Promise<'granted' | 'refused' | 'unclear'> {
    for (let tries = 1; ; tries++) {
      const spent = await api.spendDownload(key)
      if (spent.ok) {
        if (state.profile && !isPro(account.plan()))
          account.takeProfile({ ...state.profile, downloadCredits: spent.value.download_credits })
        return 'granted'
      }
      if (spent.error.code === 'no_credits') {
        account.openUpgrade()
        return 'refused'
      }
      if (spent.error.code !== 'offline') return 'unclear'
      // A paid plan spends no credit, so it needs no answer from the server.
      if (!spendsCredit(account.plan())) return 'granted'
      if (tries === SPEND_TRIES) return 'unclear'
      await wait(RETRY_MS)
    }
  }

  return {
    userId: () => state.user?.id ?? null,
    async mayProcess(): Promise<boolean> {
      await account.refresh()
      if (!isSignedIn()) return false
      if (mayProcess(account.plan())) return true
      account.openUpgrade()
      return false
    },
    countImage(): void {
      void api.countImage('image', crypto.randomUUID()).then((counted) => {
        if (counted.ok && state.profile)
          account.takeProfile({ ...state.profile, imagesGenerated: counted.value.images_generated })
      })
    },
    /** A background was removed from an overlay: noted, and no image of the plan (decisions, "Uploading"). */
    recordUsage(): void {
      if (state.user) void api.countImage('overlay', crypto.randomUUID())
    },
    async mayDownload(): Promise<boolean> {
      await account.refresh()
      if (!isSignedIn()) return false
      if (mayDownload(account.plan()) || isOwedFile(account)) return true
      account.openUpgrade()
      return false
    },
    async spend(handOver: () => void | Promise<void>): Promise<boolean> {
      const { user } = state
      if (!user) return false
      return withDownloadLock(async () => {
        const { downloadKeys } = account
        const answer = await reserve(downloadKeys.keyFor(user.id))
        // A failed delivery keeps the key as well: the user is still owed a file.
        if (answer === 'granted') await handOver()
        // Without a clear answer the credit may have been taken: the key stays, and the next try is free.
        if (answer !== 'unclear') downloadKeys.settle(user.id)
        return answer === 'granted'
      })
    },
    onExported(image: Blob, name: string): void {
      const { user } = state
      if (!user || account.plan().tier !== 'trial') return
      // Fire and forget (spec §7): the picture is the user's already, whatever becomes of the copy.
      void api.saveTrialImage(image, user.id, name).then((saved) => {
        if (!saved.ok) console.warn(`trial image not stored: ${saved.error.message}`)
      })
    },
  }
}
