import { vi } from 'vitest'
import type { Api } from '#client/kit/api/api.ts'
import type { DeviceStorage } from '#client/kit/device-storage/deviceStorage.ts'
import { err, ok } from '#client/kit/values/result.ts'
import type { Profile } from '#server/contract/plans/entitlements.ts'
import { createAccount } from './account.ts'
import { createDownloadKeys } from './downloadKeys.ts'

/** The current time in tests, ms since 1970. */
export const NOW = 1_000_000
export const USER = { id: 'u', email: 'a@b.c', emailVerified: true }
export const FREE: Profile = {
  id: 'u',
  avatarUrl: null,
  paid: false,
  imagesGenerated: 0,
  downloadCredits: 2,
  expiresAt: null,
  subscriptionId: null,
}
export const TRIAL: Profile = {
  ...FREE,
  paid: true,
  expiresAt: NOW + 1,
  subscriptionId: 'trial_sub_1',
  downloadCredits: 0,
}
export const PRO: Profile = { ...TRIAL, subscriptionId: 'sub_1' }

/** Returns an API response that contains an error code. */
export const failure = (code: string) => err({ code, message: code }) as never

export function memoryStorage(): DeviceStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

/**
 * Creates the client's account state for a signed-in user, or for a visitor if `profile` is null. The API is mocked,
 * and tests can replace its responses.
 */
export async function accountOf(profile: Profile | null, storage = memoryStorage(), random?: () => string) {
  const api = {
    config: vi.fn(async () => failure('offline')),
    session: vi.fn(async () => ok({ user: profile && USER })),
    access: vi.fn(async () => ok({ allowed: true, profile })),
    spendDownload: vi.fn(async (_key: string) => ok({ charged: true, download_credits: 1 })),
    countImage: vi.fn(async (_kind: string, _key: string) => ok({ images_generated: 2 })),
    saveTrialImage: vi.fn(async () => ok(null)),
  }
  const keys = createDownloadKeys(storage, random)
  const account = createAccount(api as unknown as Api, () => NOW, undefined, keys)
  await account.refresh()
  return { api, account, storage }
}
