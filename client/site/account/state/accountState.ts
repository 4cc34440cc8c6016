import { proxy } from 'valtio/vanilla'
import type { Api, ClientConfig, User } from '#client/kit/api/api.ts'
import type { Profile } from '#server/contract/plans/entitlements.ts'
import type { CachedAccountStore } from './cachedAccount.ts'

/** The state of the account (a valtio proxy). */
export interface AccountState {
  /** 'unknown' until the server has responded for the first time. */
  standing: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
  profile: Profile | null
  config: ClientConfig | null
  /** The server's time minus the device's, ms. The clock of the device may be wrong by days. */
  clockOffset: number
  /** The site operator's email address for questions, or null. */
  operatorEmail: string | null
  /**
   * The open dialog. `returnUrl`: path that opens after signing in. `hasPhoto`: if true, the editor opens a photo after
   * signing in. `isSignedIn`: true after signing in in another tab. `downloads`: if true, the open project's image is
   * downloaded after the payment.
   */
  dialog:
    | { name: 'sign-in'; returnUrl: string; hasPhoto?: boolean | undefined; isSignedIn?: true }
    | { name: 'sign-out'; where: 'here' | 'everywhere' }
    | { name: 'upgrade'; reason?: 'photos' | 'credits'; downloads?: true }
    | { name: 'settings' | 'language' | 'browser' }
    | null
  /** Path of the page that a visitor wasn't allowed to open. It opens after signing in. */
  wanted: string | null
  /** Increases when the page must stop showing the previous account's data. */
  seat: number
}

export const createAccountState = (): AccountState =>
  proxy<AccountState>({
    standing: 'unknown',
    user: null,
    profile: null,
    config: null,
    clockOffset: 0,
    operatorEmail: null,
    dialog: null,
    wanted: null,
    seat: 0,
  })

export function setSignedOut(state: AccountState): void {
  state.standing = 'signed-out'
  state.user = null
  state.profile = null
}

interface RefreshDeps {
  state: AccountState
  api: Api
  lastKnown: Pick<CachedAccountStore, 'read'>
  /** The device's clock, ms since 1970. */
  now(): number
  /** Called with the error text if the profile can't be loaded. */
  report(text: string): void
}

/**
 * Returns a function that requests session and profile and updates the state. The function never rejects. If the server
 * doesn't respond to the first request, the state is restored from `lastKnown`. If only the profile can't be loaded,
 * the user's last known profile is used, and `report` gets the error text. Several calls in one task share a request,
 * because a page and its guard both call it at the start.
 */
export function createAccountRefresh({ state, api, lastKnown, now, report }: RefreshDeps): () => Promise<void> {
  let asking: Promise<void> | null = null
  /** The error text that was reported last. The same error isn't reported again each time the tab gets the focus. */
  let reported: string | null = null

  async function refresh(): Promise<void> {
    asking = null
    const before = state.user?.id
    const [config, session] = await Promise.all([state.config ? null : api.config(), api.session()])
    if (config?.ok) state.config = config.value
    if (!session.ok) {
      if (state.standing === 'unknown') recallAccount(state, lastKnown)
      return
    }
    // an older response must not undo a sign-in or sign-out, which refreshes the account itself
    if (state.user?.id !== before && state.user?.id !== session.value.user?.id) return
    if (!session.value.user) return setSignedOut(state)
    const { user } = session.value
    state.user = user
    if (state.profile?.id !== user.id) state.profile = null
    const access = await api.access()
    if (state.user?.id !== user.id) return
    if (access.ok) {
      state.profile = access.value.profile
      state.clockOffset = access.value.now - now() || 0
      state.operatorEmail = access.value.operator_email
    } else if (access.error.code === 'signed_out') return setSignedOut(state)
    else if (!state.profile) {
      const known = lastKnown.read()
      if (known?.user.id === user.id) {
        state.profile = known.profile
        state.clockOffset = known.clockOffset ?? 0
      }
    }
    // if the server can't fetch the user's profile, the known profile stays in use
    if (!access.ok && access.error.code !== 'offline' && access.error.message !== reported) report(access.error.message)
    reported = access.ok ? null : access.error.message
    state.standing = 'signed-in'
  }
  return () => {
    asking ??= Promise.resolve().then(refresh)
    return asking
  }
}

/** If the device is offline at the start, treats the device's last user as signed in with the last known plan. */
function recallAccount(state: AccountState, lastKnown: RefreshDeps['lastKnown']): void {
  const known = lastKnown.read()
  if (!known) setSignedOut(state)
  else
    Object.assign(state, {
      ...known,
      clockOffset: known.clockOffset ?? 0,
      config: state.config ?? known.config,
      standing: 'signed-in',
    })
}
