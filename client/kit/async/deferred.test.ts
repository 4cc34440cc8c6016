import { expect, it } from 'vitest'
import { createDeferred } from './deferred.ts'

it('setting the value of a deferred resolves all calls of ready(), before and after', async () => {
  const deferred = createDeferred<string>()
  const early = [deferred.ready(), deferred.ready()]
  expect(deferred.current).toBeNull()
  deferred.set('a')
  expect(await Promise.all([...early, deferred.ready()])).toEqual(['a', 'a', 'a'])
})

it("ready() waits for a new value after the deferred's value is removed", async () => {
  const deferred = createDeferred<string>()
  deferred.set('a')
  deferred.set(null)
  const later = deferred.ready()
  deferred.set('b')
  expect(await later).toBe('b')
  deferred.set(null)
  const never = deferred.ready()
  deferred.cancel()
  await expect(never).rejects.toMatchObject({ name: 'AbortError' })
})
