/**
 * The last signed-in account of this device and its plan. The editor uses it when it starts offline. Signing out deletes
 * it. It grants nothing of value: credits are held by the server, which cannot be reached offline.
 */
import type { Profile } from '#server/contract/profile.ts'
import type { ClientConfig, User } from '../../../kit/api/api.ts'
import { type DeviceStorage, deviceStorage, tolerant } from '../../../kit/base/deviceStorage.ts'

export interface CachedAccount {
  readonly user: User
  readonly profile: Profile
  readonly config: ClientConfig | null
}

export interface CachedAccountStore {
  keep(known: CachedAccount): void
  /** Null when there is none, or when the stored value is invalid. */
  read(): CachedAccount | null
  forget(): void
}

/** The key contains a version, so that a build with another shape does not read the value. */
const NAME = 'midground-account-1'

export function createCachedAccountStore(storage: DeviceStorage | null = deviceStorage()): CachedAccountStore {
  return {
    keep: (known) => tolerant(() => storage?.setItem(NAME, JSON.stringify(known))),
    read() {
      try {
        const known: unknown = JSON.parse(storage?.getItem(NAME) ?? 'null')
        return isKnown(known) ? known : null
      } catch {
        return null
      }
    },
    forget: () => tolerant(() => storage?.removeItem(NAME)),
  }
}

function isKnown(value: unknown): value is CachedAccount {
  const { user, profile } = (value ?? {}) as { user?: Partial<User>; profile?: Partial<Profile> }
  if (typeof user?.id !== 'string' || typeof user.email !== 'string' || profile?.id !== user.id) return false
  return typeof (profile.subscriptionId ?? '') === 'string' // read before anything is painted: to fail there is to show nothing
}
