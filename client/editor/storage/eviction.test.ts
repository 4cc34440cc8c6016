import { expect, it } from 'vitest'
import { projectsToEvict, type StoredProjectSize } from './eviction.ts'

const kept = (id: string, savedAt: number, sizes: Record<string, number> = { [id]: 10 }): StoredProjectSize => ({
  id,
  savedAt,
  sizes,
})
const STORAGE_LIMITS = { projects: 3, bytes: 100 }

it('the oldest projects are evicted if there are too many projects', () => {
  const all = [kept('a', 1), kept('b', 4), kept('c', 3), kept('d', 2), kept('e', 5)]
  expect(projectsToEvict(all, 'e', STORAGE_LIMITS)).toEqual(['d', 'a'])
})

it('untouched projects are evicted before older projects with work, even if the newest of them is open', () => {
  const opened = ['d', 'e', 'f'].map((id, i) => ({ ...kept(id, 4 + i), isUntouched: true }))
  const work = [kept('a', 1), kept('b', 2), kept('c', 3)]
  expect(projectsToEvict([...work, ...opened], 'f', STORAGE_LIMITS)).toEqual(['e', 'd'])
})

it('a project above the size limit is evicted before an older project that fits', () => {
  const all = [kept('a', 4, { a: 60 }), kept('b', 3, { b: 60 }), kept('c', 2, { c: 40 })]
  expect(projectsToEvict(all, 'a', STORAGE_LIMITS)).toEqual(['b'])
})

it('a part shared by several projects counts once toward the size limit', () => {
  const all = [kept('a', 3, { photo: 90 }), kept('b', 2, { photo: 90, more: 5 }), kept('c', 1, { photo: 90 })]
  expect(projectsToEvict(all, 'a', STORAGE_LIMITS)).toEqual([])
})

it('the open project is never evicted, however old and large', () => {
  const all = [kept('old', 1, { old: 1000 }), kept('b', 2), kept('c', 3)]
  expect(projectsToEvict(all, 'old', STORAGE_LIMITS)).toEqual(['c', 'b'])
})

it('the second-oldest project is evicted if the oldest project is open in a tab', () => {
  const all = [kept('oldest', 1), kept('b', 2), kept('c', 3), kept('new', 4)]
  expect(projectsToEvict(all, 'new', STORAGE_LIMITS, new Set(['oldest']))).toEqual(['b'])
})
