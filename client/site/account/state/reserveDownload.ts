import { isPro, spendsCredit } from '#server/contract/entitlements.ts'
import type { Account } from './account.ts'

/** Number of attempts to reserve a credit without an answer. All use the same key, which is charged once. */
const SPEND_TRIES = 3
const RETRY_MS = 800

/** Resolves after `ms`; replaced in tests. */
export type Wait = (ms: number) => Promise<unknown>

/** Resolves after `ms`. */
export const sleep: Wait = (ms) => new Promise((done) => setTimeout(done, ms))

/**
 * Asks the server for the right to one download. `unclear`: no answer, or an error that does not say whether the credit
 * was spent.
 */
export async function reserveDownload(
  account: Account,
  key: string,
  wait: Wait,
): Promise<'granted' | 'refused' | 'unclear'> {
  const { state, api } = account
  for (let tries = 1; ; tries++) {
    const spent = await api.spendDownload(key)
    if (spent.ok) {
      if (state.profile && !isPro(account.plan()))
        account.takeProfile({ ...state.profile, downloadCredits: spent.value.download_credits })
      return 'granted'
    }
    if (spent.error.code === 'no_credits') return 'refused'
    if (spent.error.code !== 'offline') return 'unclear'
    // A paid plan spends no credit, so it needs no answer from the server.
    if (!spendsCredit(account.plan())) return 'granted'
    if (tries === SPEND_TRIES) return 'unclear'
    await wait(RETRY_MS)
  }
}
