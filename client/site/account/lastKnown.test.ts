import { expect, it, vi } from 'vitest'
import { createLastKnown, type Known } from './lastKnown.ts'
import { memory } from './testing.ts'

const KNOWN: Known = {
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
  const storage = memory()
  createLastKnown(storage).keep(KNOWN)
  expect(createLastKnown(storage).read()).toEqual(KNOWN)
  createLastKnown(storage).forget()
  expect(createLastKnown(storage).read()).toBeNull()
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
  expect(createLastKnown({ ...memory(), getItem: () => text }).read()).toBeNull()
})

it('does without a storage, and without room in it', () => {
  expect(createLastKnown(null).read()).toBeNull()
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const full = {
    ...memory(),
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError')
    },
  }
  createLastKnown(full).keep(KNOWN)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})
