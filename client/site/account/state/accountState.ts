import { proxy } from 'valtio/vanilla'
import type { Profile } from '#server/contract/profile.ts'
import type { ClientConfig, User } from '../../../kit/api/api.ts'

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

/** Creates the state of a page that has not asked the server yet. */
export const createAccountState = (): AccountState =>
  proxy<AccountState>({
    standing: 'unknown',
    user: null,
    profile: null,
    config: null,
    operatorEmail: null,
    dialog: null,
    wanted: null,
  })

/** Makes nobody signed in. */
export function setSignedOut(state: AccountState): void {
  state.standing = 'signed-out'
  state.user = null
  state.profile = null
}
