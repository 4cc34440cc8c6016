import { expect, it, vi } from 'vitest'
import { fetchAhead, importWithRetry } from './importWithRetry.ts'

/** Simulates a network where each file fails the given number of times. Logs the requests. */
function network(failures: Record<string, number>) {
  const asked: string[] = []
  const bring = async (path: string) => {
    asked.push(path)
    if ((failures[path] ?? 0) === 0) return
    failures[path]!--
    throw new TypeError('no network')
  }
  return { asked, bring }
}

it("importWithRetry doesn't run a module if one of the module's files fails to load", async () => {
  const { asked, bring } = network({ 'a.css': 1 })
  const imported: string[] = []
  const load = async () => imported.push('a')
  await expect(importWithRetry(load, ['a.js', 'a.css'], bring)).rejects.toThrow('no network')
  expect(imported).toEqual([])
  await importWithRetry(load, ['a.js', 'a.css'], bring)
  expect([imported, asked]).toEqual([['a'], ['a.js', 'a.css', 'a.css']])
})

it('importing two modules at the same time fetches a shared file once', async () => {
  const { asked, bring } = network({})
  const load = async () => 'panel'
  const imports = [['b.js', 'shared.js'], ['c.js', 'shared.js'], undefined].map((files) =>
    importWithRetry(load, files, bring),
  )
  expect(await Promise.all(imports)).toEqual(['panel', 'panel', 'panel'])
  expect(asked).toEqual(['b.js', 'shared.js', 'c.js'])
})

it('fetchAhead fetches the files without running the module', async () => {
  const { asked, bring } = network({})
  const load = vi.fn(async () => 'panel')
  const open = () => importWithRetry(load, ['d.js'], bring)
  await fetchAhead(open)
  expect([load.mock.calls.length, asked]).toEqual([0, ['d.js']])
  expect(await open()).toBe('panel')
  expect(asked).toEqual(['d.js'])
})

it('importWithRetry fetches files below the base URL of the build', async () => {
  const fetched = vi.fn(async (_: string) => new Response(''))
  vi.stubGlobal('fetch', fetched)
  vi.stubEnv('BASE_URL', '/built/')
  await importWithRetry(async () => 'panel', ['assets/panel.js'])
  expect(fetched.mock.calls).toEqual([['/built/assets/panel.js']])
})
