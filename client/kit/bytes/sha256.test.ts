import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { sha256 } from './sha256.ts'

it('sha256 returns the same hash with and without crypto.subtle', async () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * 7 + (i >> 3)) & 255)
  const secure = await sha256(bytes)
  vi.stubGlobal('crypto', {})
  const plain = await sha256(bytes)
  vi.unstubAllGlobals()
  const known = createHash('sha256').update(bytes).digest('hex')
  expect([secure, plain]).toEqual([known, known])
})
