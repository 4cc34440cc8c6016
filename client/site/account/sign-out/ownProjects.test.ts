import { expect, it, vi } from 'vitest'
import { ownProjects } from './ownProjects.ts'

vi.mock('#client/editor/storage/stores.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it("ownProjects.count returns 0 if the script for projects can't be loaded", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await ownProjects.count('u')).toBe(0)
})

it("ownProjects.remove only logs a warning if the script for projects can't be loaded", async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await expect(ownProjects.remove('u')).resolves.toBeUndefined()
  expect(warn).toHaveBeenCalled()
})
