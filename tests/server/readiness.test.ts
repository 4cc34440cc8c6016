/** Tests that /readyz returns 503 while nobody can sign in, and that the operator's page lists its reasons. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { SENTENCES } from '#server/db/failure.ts'
import type { UnreadyReason } from '#server/start/status.ts'

// test files share modules, so password.ts may already use the real hasher
vi.resetModules()
vi.doMock('#server/auth/hasher.ts', { spy: true })
const { argon2id } = await import('#server/auth/hasher.ts')
const { startTestServer } = await import('./helpers/server.ts')

it('/readyz returns 503 until a password has been hashed', async () => {
  const logLines: string[] = []
  const { visitor } = await startTestServer({ logLines })
  const ask = async () => {
    const answer = await visitor.send('/readyz')
    return [answer.status, await answer.json()]
  }
  vi.mocked(argon2id).mockRejectedValueOnce(new Error('argon2Sync is not a function'))
  expect(await ask()).toMatchObject([503, { reason: 'hashing' }])
  expect(logLines.join('\n')).toContain('argon2Sync is not a function')
  expect(await ask()).toEqual([200, { status: 'ready' }])
  vi.mocked(argon2id).mockClear()
  expect(await ask()).toEqual([200, { status: 'ready' }])
  expect(argon2id, 'after a success, /readyz hashes nothing').not.toHaveBeenCalled()
})

it('the operator’s page lists each reason of /readyz', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/troubleshooting.md'), 'utf8')
  const [, table = ''] = /\| `reason`.*\n((?:\|.*\n)*)/.exec(page) ?? []
  const listed = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, reason]) => reason)
  const others: Record<UnreadyReason, true> = { starting: true, stopping: true, hashing: true }
  expect(listed.sort()).toEqual([...Object.keys(SENTENCES), ...Object.keys(others)].sort())
})
