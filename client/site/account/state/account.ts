import { subscribe } from 'valtio/vanilla'
import type { Api } from '#client/kit/api/api.ts'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { setDeviceOwner } from '#client/kit/device-storage/deviceOwner.ts'
import { discardFiles, isUnclaimed } from '#client/kit/device-storage/sharedFile.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { guard, isRoute, safeReturnPath, type Verdict } from '#server/contract/pages/guard.ts'
import { type Profile, plan } from '#server/contract/plans/entitlements.ts'
import { type AccountState, createAccountRefresh, createAccountState, setSignedOut } from './accountState.ts'
import { type CachedAccountStore, createCachedAccountStore } from './cachedAccount.ts'
import { createDownloadKeys, type DownloadKeys } from './downloadKeys.ts'

const CHANNEL = 'midground-account'
/** The message to other tabs after signing out or deleting the account. */
const SIGNED_OUT = 'signed-out'
const LOGOUT_FAILED = 'Failed to logout. Please try again.'

/**
 * The page's account, which consists of the signed-in user and the plan. The session cookie is HttpOnly, so scripts
 * can't read it, and the account is requested from the server. This happens at the start, when the tab gets the focus,
 * when the device is online again, and when another tab signs in or out.
 */
export type Account = ReturnType<typeof createAccount>

/**
 * Creates the page's account. The state is 'unknown' until `refresh` has been called. Whenever the valtio proxy `state`
 * changes, the account is stored on the device (`lastKnown`). When another account signs in, files of the previous
 * account are deleted. Opens a BroadcastChannel to inform other tabs.
 */
export function createAccount(
  api: Api,
  now: () => number = Date.now,
  /** Called with the error text if the profile can't be loaded. */
  report: (text: string) => void = console.error,
  downloadKeys: DownloadKeys = createDownloadKeys(),
  lastKnown: CachedAccountStore = createCachedAccountStore(),
) {
  const state = createAccountState()
  subscribe(state, () => {
    cacheAccount(state, lastKnown)
    if (state.user && setDeviceOwner(state.user)) clearForNextAccount(state)
  })
  const refresh = createAccountRefresh({ state, api, lastKnown, now, report })
  /** Returns the server's time (ms since 1970), as far as it is known. */
  const serverNow = () => now() + state.clockOffset
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  return {
    state,
    api,
    downloadKeys,
    /**
     * Returns the plan of a profile. By default of the current profile. If the profile is null, the plan is 'visitor'.
     */
    plan: (profile: Profile | null = state.profile) => plan(profile, serverNow()),
    now: serverNow,
    /**
     * Requests session and profile from the server. If the server doesn't respond, the state doesn't change. Never
     * rejects.
     */
    refresh,
    /**
     * Makes the server ask the payment provider about the subscription, because the provider's webhook may be late.
     * Then uses the profile in the response. If the request fails, the known profile doesn't change.
     */
    async syncBilling() {
      const synced = await api.syncBilling()
      if (synced.ok) state.profile = synced.value
    },
    takeProfile(profile: Profile) {
      state.profile = profile
    },
    /**
     * Refreshes the account, closes the dialog and informs other tabs. Must be called after the session cookie was set.
     */
    async signedIn() {
      await refresh()
      state.dialog = null
      state.wanted = null
      channel?.postMessage('changed')
    },
    /**
     * Signs out this browser or all browsers. Resolves with the error text, or null on success. If this browser's
     * session has ended, other browsers may still be signed in: the user must sign in to end their sessions.
     */
    async signOut(where: 'here' | 'everywhere' = 'here') {
      const result = await (where === 'here' ? api.signOut() : api.signOutEverywhere())
      if (!result.ok && result.error.code === 'signed_out') {
        await refresh()
        return result.error.message
      }
      if (!result.ok) return t(LOGOUT_FAILED)
      await this.left()
      return null
    },
    /** Clears the page after signing out or deleting the account, in this tab and in other tabs. */
    async left() {
      setSignedOut(state)
      setDeviceOwner(null)
      channel?.postMessage(SIGNED_OUT)
      await discardFiles()
    },
    /**
     * Stores the path that a visitor wasn't allowed to open. If `openSignIn` is called without a path, it uses this
     * path.
     */
    remember(path: string) {
      state.wanted = path
    },
    openSignIn(returnUrl?: string, hasPhoto?: boolean) {
      state.dialog = { name: 'sign-in', returnUrl: safeReturnPath(returnUrl ?? state.wanted), hasPhoto }
    },
    open(dialog: Exclude<AccountState['dialog'], null | { name: 'sign-in' }>) {
      state.dialog = dialog
    },
    closeDialog() {
      state.dialog = null
    },
    /** Subscribes to focus, network and other tabs. Returns a function that unsubscribes. */
    watch: () =>
      watchAccount(channel, async (message) => {
        await refresh() // if the refresh fails, the state doesn't change
        if (message === SIGNED_OUT && !state.user) state.seat++
        if (!state.user) return
        state.wanted = null
        if (state.dialog?.name === 'sign-in') state.dialog.isSignedIn = true
      }),
  }
}

/** Stores the account on this device while a user is signed in. If no user is signed in, deletes the stored account. */
function cacheAccount(
  { standing, user, profile, config, clockOffset }: AccountState,
  lastKnown: CachedAccountStore,
): void {
  if (standing === 'signed-in' && user && profile) lastKnown.keep({ user, profile, config, clockOffset })
  if (standing === 'signed-out') lastKnown.forget()
}

/** Hides and deletes data of the previous account that the new account must not see. */
function clearForNextAccount(state: AccountState): void {
  state.seat++
  void discardFiles((photo) => !isUnclaimed(photo)) // `discardFiles` never rejects
}

/**
 * Calls `refresh` when the tab gets the focus, when the device is online again, and when another tab signs in or out.
 * In the last case, passes the other tab's message. Returns a function that stops this.
 */
function watchAccount(channel: BroadcastChannel | null, refresh: (message?: unknown) => Promise<void>): () => void {
  const ask = () => void refresh() // `refresh` never rejects
  return stopAll([
    listen(window, { focus: ask, online: ask }),
    ...(channel ? [listen(channel, { message: ({ data }) => void refresh(data) })] : []),
  ])
}

/**
 * Returns the guard's decision for a path. If the user has paid for a file that wasn't delivered, the user may open the
 * editor. Paths outside the app are always allowed.
 */
export function verdictFor(account: Account, path: string): Verdict {
  if (!isRoute(path)) return 'allow'
  const verdict = guard(account.plan(), path)
  return verdict === '/pricing' && isOwedFile(account) ? 'allow' : verdict
}

/** Returns true if the user may have spent a credit for a file that wasn't delivered (see `DownloadKeys`). */
export const isOwedFile = ({ state, downloadKeys }: Account): boolean =>
  state.user !== null && downloadKeys.isOwed(state.user.id)
