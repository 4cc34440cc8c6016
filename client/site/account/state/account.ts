import { proxy, subscribe } from 'valtio/vanilla'
import { type Plan, plan } from '#server/contract/entitlements.ts'
import { guard, isRoute, type Verdict } from '#server/contract/guard.ts'
import type { Profile } from '#server/contract/profile.ts'
import { safeReturnPath } from '#server/contract/return-path.ts'
import type { Api, ClientConfig, User } from '../../../kit/api/api.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { type CachedAccountStore, createCachedAccountStore } from './cachedAccount.ts'
import { createDownloadIdempotencyKeys, type DownloadKeys } from './downloadKeys.ts'

/** The state of the account, a valtio proxy. */
export interface AccountState {
  /** 'unknown' until the server has answered once. */
  standing: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
  profile: Profile | null
  config: ClientConfig | null
  /** Address of whoever runs the site, for questions; null where it is not known. */
  operatorEmail: string | null
  /** The open dialog. `returnUrl` is the path to open after signing in. */
  dialog:
    | { name: 'sign-in'; returnUrl: string }
    | { name: 'sign-out'; where: 'here' | 'everywhere' }
    | { name: 'upgrade' | 'settings' | 'language' | 'browser' }
    | null
  /** Path of the page that the guard refused to a visitor; it is opened after signing in. */
  wanted: string | null
}

/**
 * The account of the page: who is signed in and what their plan allows. The session is in an HttpOnly cookie, so the
 * store asks the server: at start, when the tab gets the focus or the network returns, and when another tab signs in or
 * out.
 */
export interface Account {
  readonly state: AccountState
  readonly api: Api
  readonly downloadKeys: DownloadKeys
  /** Returns the plan that a profile gives at this time; by default the current profile. */
  plan(profile?: Profile | null): Plan
  /**
   * Asks the server for session and profile. Keeps the known state when the server cannot be reached. Never rejects.
   */
  refresh(): Promise<void>
  /** Tells the server to ask the payment provider for the subscription, because the provider's webhook may be late. */
  syncBilling(): Promise<void>
  takeProfile(profile: Profile): void
  /**
   * To be called after the server has set the session cookie: refreshes the account, closes the dialog and informs
   * other tabs.
   */
  signedIn(): Promise<void>
  /** Signs out this browser or all of them. Resolves with null, or with the text of the error. */
  signOut(where?: 'here' | 'everywhere'): Promise<string | null>
  openSignIn(returnUrl?: string): void
  /** Opens the dialog that asks whether the account's projects stay on this device. */
  openSignOut(where: 'here' | 'everywhere'): void
  openUpgrade(): void
  openSettings(): void
  openLanguages(): void
  openAboutBrowser(): void
  /** Stores the path from which the guard sent a visitor away. */
  remember(path: string): void
  closeDialog(): void
  /** Starts to listen to focus, network and other tabs; returns a function that stops it. */
  watch(): () => void
}

const CHANNEL = 'midground-account'
const LOGOUT_FAILED = 'Failed to logout. Please try again.'

/** Creates the account of the page, in the state 'unknown' until `refresh` was called. */
export function createAccount(
  api: Api,
  now: () => number = Date.now,
  /** Receives the error text when the profile could not be loaded. */
  report: (text: string) => void = console.error,
  downloadKeys: DownloadKeys = createDownloadIdempotencyKeys(),
  lastKnown: CachedAccountStore = createCachedAccountStore(),
): Account {
  const state = proxy<AccountState>({
    standing: 'unknown',
    user: null,
    profile: null,
    config: null,
    operatorEmail: null,
    dialog: null,
    wanted: null,
  })
  let reported: string | null = null
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

  function signedOut() {
    state.standing = 'signed-out'
    state.user = null
    state.profile = null
  }

  /** Offline at the start: the last user of this device counts as signed in, with the plan that was known then. */
  function recall() {
    const known = lastKnown.read()
    if (!known) return signedOut()
    Object.assign(state, { ...known, config: state.config ?? known.config, standing: 'signed-in' })
  }

  subscribe(state, () => {
    const { standing, user, profile, config } = state
    if (standing === 'signed-in' && user && profile) lastKnown.keep({ user, profile, config })
    if (standing === 'signed-out') lastKnown.forget()
  })

  let asking: Promise<void> | null = null
  /** Calls within one task share one request, because a page and its guard both ask at every start. */
  const refresh = () => {
    asking ??= Promise.resolve().then(() => {
      asking = null
      return ask()
    })
    return asking
  }

  async function ask() {
    const [config, session] = await Promise.all([state.config ? null : api.config(), api.session()])
    if (config?.ok) state.config = config.value
    if (!session.ok) {
      if (state.standing === 'unknown') recall()
      return
    }
    if (!session.value.user) return signedOut()
    state.user = session.value.user
    const access = await api.access()
    if (access.ok) {
      state.profile = access.value.profile
      state.operatorEmail = access.value.operatorEmail ?? null
    } else if (access.error.code === 'signed_out') return signedOut()
    // "Could not fetch user profile" (spec §8): the known profile stays
    else if (access.error.code !== 'offline' && access.error.message !== reported) report(access.error.message)
    reported = access.ok ? null : access.error.message // the error is reported once, not at every focus
    state.standing = 'signed-in'
  }

  return {
    state,
    api,
    downloadKeys,
    plan: (profile = state.profile) => plan(profile, now()),
    refresh,
    async syncBilling() {
      const synced = await api.syncBilling()
      if (synced.ok) state.profile = synced.value
    },
    takeProfile(profile) {
      state.profile = profile
    },
    async signedIn() {
      await refresh()
      state.dialog = null
      state.wanted = null
      channel?.postMessage('changed')
    },
    async signOut(where = 'here') {
      const result = await (where === 'here' ? api.signOut() : api.signOutEverywhere())
      if (!result.ok) return t(LOGOUT_FAILED)
      signedOut()
      channel?.postMessage('changed')
      return null
    },
    openSignIn(returnUrl) {
      state.dialog = { name: 'sign-in', returnUrl: safeReturnPath(returnUrl ?? state.wanted) }
    },
    openSignOut(where) {
      state.dialog = { name: 'sign-out', where }
    },
    openUpgrade() {
      state.dialog = { name: 'upgrade' }
    },
    openSettings() {
      state.dialog = { name: 'settings' }
    },
    openAboutBrowser() {
      state.dialog = { name: 'browser' }
    },
    openLanguages() {
      state.dialog = { name: 'language' }
    },
    remember(path) {
      state.wanted = path
    },
    closeDialog() {
      state.dialog = null
    },
    watch() {
      const again = () => void refresh() // a failure keeps the known state
      for (const event of ['focus', 'online']) window.addEventListener(event, again)
      if (channel) channel.onmessage = again
      return () => {
        for (const event of ['focus', 'online']) window.removeEventListener(event, again)
        if (channel) channel.onmessage = null
      }
    },
  }
}

/** Returns the guard's verdict on a path for this account. An account that is owed a paid file may open the editor. */
export function verdictFor(account: Account, path: string): Verdict {
  if (!isRoute(path)) return 'allow'
  const verdict = guard(account.plan(), path)
  return verdict === '/pricing' && isOwedFile(account) ? 'allow' : verdict
}

/** Returns true when a credit may have been spent for a file that was not delivered. See `DownloadKeys`. */
export const isOwedFile = ({ state, downloadKeys }: Account): boolean =>
  state.user !== null && downloadKeys.isOwed(state.user.id)
