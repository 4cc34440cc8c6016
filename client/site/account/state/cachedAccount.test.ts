import { expect, it, vi } from 'vitest'
import { type CachedAccount, createCachedAccountStore } from './cachedAccount.ts'
import { FREE, memoryStorage, USER } from './testing.ts'

const KNOWN: CachedAccount = { user: USER, profile: FREE, config: null }

it('the cached account can be read until `forget` deletes it', () => {
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
])('the cached account is null for the invalid stored text %j', (text) => {
  expect(createCachedAccountStore({ ...memoryStorage(), getItem: () => text }).read()).toBeNull()
})

it("the cached account store doesn't throw when storage is missing or full", () => {
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
