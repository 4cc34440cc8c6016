/**
 * Who was signed in last on this device, and what their plan allowed: what the editor goes by when it starts without a
 * network. Gone with signing out. Nothing is taken on trust by it: credits are the server's, and it cannot be asked.
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
  /** Null where nobody was, or what lies there is not ours. */
  read(): CachedAccount | null
  forget(): void
}

/** The version changes with the shape: what another build wrote is not read. */
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
