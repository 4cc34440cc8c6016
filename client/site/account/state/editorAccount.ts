import { mayDownload, mayProcess } from '#server/contract/entitlements.ts'
import { type Account, isOwedFile } from './account.ts'
import { batchAccount } from './batchAccount.ts'
import { withDownloadLock } from './downloadKeys.ts'
import { reserveDownload, sleep, type Wait } from './reserveDownload.ts'

/**
 * Creates the editor's view of the account: permission to process and download, counting of images, and credits (spec
 * §4, §5; spec/decisions.md, Export). `wait` is replaced in tests.
 */
export function editorAccount(account: Account, wait: Wait = sleep) {
  const { state, api } = account

  function isSignedIn(): boolean {
    if (state.user) return true
    // The session ended while the user was editing: the document stays, and the sign-in dialog opens.
    account.openSignIn()
    return false
  }

  return {
    batch: batchAccount(account, wait),
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
    /**
     * Records that a background was removed from an overlay. It does not count as an image of the plan
     * (spec/decisions.md, "Uploading").
     */
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
        const answer = await reserveDownload(account, downloadKeys.keyFor(user.id), wait)
        if (answer === 'refused') account.openUpgrade()
        // A failed delivery keeps the key too, because the user is still owed a file.
        if (answer === 'granted') await handOver()
        // Without a clear answer the credit may have been spent: the key stays, and the next attempt costs nothing.
        if (answer !== 'unclear') downloadKeys.settle(user.id)
        return answer === 'granted'
      })
    },
    onExported(image: Blob, name: string): void {
      const { user } = state
      if (!user || account.plan().tier !== 'trial') return
      // Not awaited (spec §7): the user has the file already, whether or not the copy can be stored.
      void api.saveTrialImage(image, user.id, name).then((saved) => {
        if (!saved.ok) console.warn(`trial image not stored: ${saved.error.message}`)
      })
    },
  }
}
