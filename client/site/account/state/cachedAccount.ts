/**
 * The last signed-in account of this device and its plan, which let the editor start offline. Signing out deletes it. A
 * forged entry has no benefit, because the server counts credits.
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

/** The account in the server's last answer, stored on the device for offline starts. */
export interface CachedAccount {
  readonly user: User
  readonly profile: Profile
  readonly config: ClientConfig | null
}

/** The key contains a version, because builds with another format must not read the value. */
const NAME = 'midground-account-1'

/** Storage of the last account in the browser. No method throws. */
export type CachedAccountStore = ReturnType<typeof createCachedAccountStore>

/** Creates the store of this device's last account. Without local storage, the store stays empty. */
export function createCachedAccountStore(storage: DeviceStorage | null = deviceStorage()) {
  return {
    keep: (known: CachedAccount) => tryWrite(() => storage?.setItem(NAME, JSON.stringify(known))),
    /** Returns the account, or null if none is stored or the stored value is invalid. */
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
  // the head script reads this value before the first paint; an exception in the script would leave the page empty
  return typeof (profile.subscriptionId ?? '') === 'string'
}
