import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { digest, sha256 } from './sha256.ts'

const sample = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7 + (i >> 3)) & 255)
const known = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])(
  'computes the same hash as OpenSSL for %i bytes without crypto.subtle',
  (length) => {
    const bytes = sample(length)
    expect(Buffer.from(digest(bytes)).toString('hex')).toBe(known(bytes))
  },
)

it('computes the same hash with and without crypto.subtle', async () => {
  const bytes = sample(200)
  const secure = await sha256(bytes)
  vi.stubGlobal('crypto', {})
  const plain = await sha256(bytes)
  vi.unstubAllGlobals()
  expect([secure, plain]).toEqual([known(bytes), known(bytes)])
})
