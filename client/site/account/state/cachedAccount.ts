/**
 * The account that was last signed in on this device, with its plan. It lets the editor start offline. Signing out
 * deletes it. Forging the stored value is useless, because the server counts credits.
 */

import type { ClientConfig, User } from '#client/kit/api/api.ts'
import {
  type DeviceStorage,
  deviceStorage,
  parseJson,
  tryRead,
  tryWrite,
} from '#client/kit/device-storage/deviceStorage.ts'
import type { Profile } from '#server/contract/plans/entitlements.ts'

/** The account as in the server's last response, stored on the device for starting offline. */
export interface CachedAccount {
  readonly user: User
  readonly profile: Profile
  readonly config: ClientConfig | null
  /** See `AccountState`. Accounts stored by older versions lack it. */
  readonly clockOffset?: number
}

/** The key contains a version, because builds that use a different format must not read the value. */
const NAME = 'midground-account-1'

/** The browser's storage of the last account. The methods never throw. */
export type CachedAccountStore = ReturnType<typeof createCachedAccountStore>

/** Creates the store for this device's last account. Without local storage, the store is always empty. */
export function createCachedAccountStore(storage: DeviceStorage | null = deviceStorage()) {
  return {
    keep: (known: CachedAccount) => tryWrite(() => storage?.setItem(NAME, JSON.stringify(known))),
    /** Returns the account. Null if none is stored or the stored value is invalid. */
    read() {
      const known = parseJson(tryRead(NAME, storage))
      return isKnown(known) ? known : null
    },
    forget: () => tryWrite(() => storage?.removeItem(NAME)),
  }
}

function isKnown(value: unknown): value is CachedAccount {
  const { user, profile } = (value ?? {}) as { user?: Partial<User>; profile?: Partial<Profile> }
  if (typeof user?.id !== 'string' || typeof user.email !== 'string' || profile?.id !== user.id) return false
  // checked because the head script reads this value before the first paint, and an exception there would leave the
  // page empty
  return typeof (profile.subscriptionId ?? '') === 'string'
}
