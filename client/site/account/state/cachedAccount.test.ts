import { expect, it, vi } from 'vitest'
import { type CachedAccount, createCachedAccountStore } from './cachedAccount.ts'
import { memoryStorage } from './memoryStorage.ts'

const KNOWN: CachedAccount = {
  user: { id: 'u', email: 'a@b.c', emailVerified: true },
  profile: {
    id: 'u',
    avatarUrl: null,
    paid: true,
    imagesGenerated: 3,
    downloadCredits: 2,
    expiresAt: 1_900_000_000_000,
    subscriptionId: null,
  },
  config: null,
}

it('knows who was there, until they sign out', () => {
  const storage = memoryStorage()
  createCachedAccountStore(storage).keep(KNOWN)
  expect(createCachedAccountStore(storage).read()).toEqual(KNOWN)
  createCachedAccountStore(storage).forget()
  expect(createCachedAccountStore(storage).read()).toBeNull()
})

it.each([
  '{',
  'null',
  '7',
  '{}',
  JSON.stringify({ ...KNOWN, profile: null }),
  JSON.stringify({ ...KNOWN, user: { id: 'someone else', email: 'a@b.c' } }),
  JSON.stringify({ ...KNOWN, profile: { ...KNOWN.profile, subscriptionId: 7 } }),
])('knows nobody by %j', (text) => {
  expect(createCachedAccountStore({ ...memoryStorage(), getItem: () => text }).read()).toBeNull()
})

it('does without a storage, and without room in it', () => {
  expect(createCachedAccountStore(null).read()).toBeNull()
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError')
    },
  }
  createCachedAccountStore(full).keep(KNOWN)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})
