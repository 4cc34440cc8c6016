import { expect, it } from 'vitest'
import { createProjectLocks } from './stores.ts'

/** Grants each lock to one holder at a time, as browsers do. */
function lockManager(): LockManager {
  const held = new Set<string>()
  const request = async (name: string, _: LockOptions, callback: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return callback(null)
    held.add(name)
    try {
      return await callback({ name, mode: 'exclusive' })
    } finally {
      held.delete(name)
    }
  }
  // safe cast: the tested code calls only these methods
  return { request, query: async () => ({}) } as unknown as LockManager
}

it("onRelease calls a tab's listeners only for locks that this tab has released", async () => {
  const manager = lockManager()
  const [mine, theirs] = [createProjectLocks(manager), createProjectLocks(manager)]
  const told: string[] = []
  mine.onRelease(() => told.push('mine'))
  theirs.onRelease(() => told.push('theirs'))
  const release = await mine.acquire('a')
  expect(await theirs.acquire('a')).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(told).toEqual([])
  release?.()
  await expect.poll(() => told).toEqual(['mine'])
})
