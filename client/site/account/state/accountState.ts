import { proxy } from 'valtio/vanilla'
import type { Api, ClientConfig, User } from '#client/kit/api/api.ts'
import type { Profile } from '#server/contract/plans/entitlements.ts'
import type { CachedAccountStore } from './cachedAccount.ts'

/** The state of the account, a valtio proxy. */
export interface AccountState {
  /** 'unknown' until the server's first answer. */
  standing: 'unknown' | 'signed-out' | 'signed-in'
  user: User | null
  profile: Profile | null
  config: ClientConfig | null
  /** The operator's email address for questions, or null. */
  operatorEmail: string | null
  /** The open dialog. `returnUrl`: path to open after signing in. `hasPhoto`: the editor then opens a photo. */
  dialog:
    | { name: 'sign-in'; returnUrl: string; hasPhoto?: boolean | undefined }
    | { name: 'sign-out'; where: 'here' | 'everywhere' }
    | { name: 'upgrade'; reason?: 'photos' | 'credits' }
    | { name: 'settings' | 'language' | 'browser' }
    | null
  /** Path of the page that the guard denied to a visitor. The page opens after signing in. */
  wanted: string | null
  /** Increases when the open page must no longer show the data of the previous account. */
  seat: number
}

export const createAccountState = (): AccountState =>
  proxy<AccountState>({
    standing: 'unknown',
    user: null,
    profile: null,
    config: null,
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
  /** Receives the error text if the profile could not be loaded. */
  report(text: string): void
}

/**
 * Returns a function that requests session and profile and writes them into the state. It never rejects. Calls within
 * one task share one request, because a page and its guard both ask at the start.
 */
export function createAccountRefresh({ state, api, lastKnown, report }: RefreshDeps): () => Promise<void> {
  let asking: Promise<void> | null = null
  /** The last reported error text. An error isn't reported again whenever the tab gets the focus. */
  let reported: string | null = null

  async function refresh(): Promise<void> {
    asking = null
    const [config, session] = await Promise.all([state.config ? null : api.config(), api.session()])
    if (config?.ok) state.config = config.value
    if (!session.ok) {
      if (state.standing === 'unknown') recallAccount(state, lastKnown)
      return
    }
    if (!session.value.user) return setSignedOut(state)
    state.user = session.value.user
    const access = await api.access()
    if (access.ok) {
      state.profile = access.value.profile
      state.operatorEmail = access.value.operator_email
    } else if (access.error.code === 'signed_out') return setSignedOut(state)
    // the server could not fetch the user's profile, so the known profile is used
    else if (access.error.code !== 'offline' && access.error.message !== reported) report(access.error.message)
    reported = access.ok ? null : access.error.message
    state.standing = 'signed-in'
  }
  return () => {
    asking ??= Promise.resolve().then(refresh)
    return asking
  }
}

/** If the device is offline at the start, treats its last user as signed in, with the last known plan. */
function recallAccount(state: AccountState, lastKnown: RefreshDeps['lastKnown']): void {
  const known = lastKnown.read()
  if (!known) setSignedOut(state)
  else Object.assign(state, { ...known, config: state.config ?? known.config, standing: 'signed-in' })
}
