import { expect, it, vi } from 'vitest'
import { ownProjects } from './ownProjects.ts'

vi.mock('#client/editor/storage/stores.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it("no projects are counted when their code can't be loaded", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await ownProjects.count('u')).toBe(0)
})

it("no projects are removed when their code can't be loaded", async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await expect(ownProjects.remove('u')).resolves.toBeUndefined()
  expect(warn).toHaveBeenCalled()
})
