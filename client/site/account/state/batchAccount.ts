import { isPro, spendsCredit } from '#server/contract/entitlements.ts'
import type { Account } from './account.ts'
import { reserveDownload, type Wait } from './reserveDownload.ts'

/**
 * Creates the view of the account for a queue of photos: what the plan allows, counting of photos and credits, each by a
 * key that the queue stores (docs/decisions/0072).
 */
export function batchAccount(account: Account, wait: Wait) {
  const { state, api, downloadKeys } = account
  return {
    userId: () => state.user?.id ?? null,
    async allowance(): Promise<{ credits: number | null; photos: number | null } | null> {
      await account.refresh()
      if (!state.user) return null
      const plan = account.plan()
      return plan.tier === 'free' ? { credits: plan.credits, photos: plan.imagesLeft } : { credits: null, photos: null }
    },
    async countPhoto(key: string): Promise<'counted' | 'refused' | 'unclear'> {
      const counted = await api.countImage('image', key)
      if (!counted.ok) return counted.error.code === 'free_limit' ? 'refused' : 'unclear'
      if (state.profile && !isPro(account.plan()))
        account.takeProfile({ ...state.profile, imagesGenerated: counted.value.images_generated })
      return 'counted'
    },
    async spendCredit(key: string): Promise<'granted' | 'refused' | 'unclear'> {
      if (!state.user) return 'unclear'
      const answer = await reserveDownload(account, key, wait)
      // A paid plan spends no credit: what limits the number of requests need not stop its export.
      return answer === 'unclear' && state.user && !spendsCredit(account.plan()) ? 'granted' : answer
    },
    setOwed(isOwed: boolean): void {
      if (state.user) downloadKeys.setBatchOwed(state.user.id, isOwed)
    },
    openUpgrade: () => account.openUpgrade(),
  }
}
