import { deleteDB, openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { fullProject, PARTS } from '#client/engine/project-file/testing.ts'
import type { StorageLimits } from './eviction.ts'
import { type Draft, ProjectStore, projectName } from './projectStore.ts'
import { createProjectLocks } from './stores.ts'

const NAME = 'midground-test'
const { project } = await fullProject()
const parts = new Map(await PARTS)
const [, [matte]] = (await PARTS) as [unknown, readonly [string, Blob]]

const store = (bounds?: StorageLimits) => new ProjectStore(NAME, bounds)
afterEach(() => deleteDB(NAME)) // deleting works, because an open connection closes itself on `versionchange`

const draft = (id: string, savedAt = 1): Draft => ({ ...project, id, savedAt })

async function partsHeld(): Promise<number> {
  const db = await openDB(NAME)
  const count = await db.count('parts')
  db.close()
  return count
}

it('reading a stored project returns its document and parts', async () => {
  expect(await store().write(draft('a'), parts)).toEqual({ ok: true, value: undefined })
  const next = store()
  expect((await next.read('a'))?.document).toEqual(project.document)
  expect(await (await next.part(matte))?.arrayBuffer()).toEqual(await parts.get(matte)?.arrayBuffer())
})

it('reading an unknown project id returns null', async () => {
  expect(await store().read('b')).toBeNull()
})

it("a later save doesn't remove the thumbnail", async () => {
  const mine = store()
  await mine.write(draft('a'), parts)
  await mine.setThumbnail('a', 'data:,')
  await mine.write(draft('a', 2), parts)
  expect((await mine.list()).map(({ savedAt, thumbnail }) => [savedAt, thumbnail])).toEqual([[2, 'data:,']])
})

it.each([
  ['the name that the user gave', 'Holiday', 'Holiday'],
  ['the name of the photo if the given name is empty', '', project.name],
  ['the first 80 characters of a long name with spaces around it', `  ${'x'.repeat(100)}`, 'x'.repeat(80)],
])('after a rename and a later save, a project has %s', async (_, given, shown) => {
  const mine = store()
  await mine.write(draft('a'), parts)
  await mine.rename('a', 'Other')
  await mine.rename('a', given)
  await mine.write(draft('a', 2), parts)
  expect((await mine.list()).map(projectName)).toEqual([shown])
})

it("a new project has the draft's name until the user renames it", async () => {
  const mine = store()
  const named = { ...draft('a'), ownName: 'Poster' }
  await mine.write(named, parts)
  expect((await mine.list()).map(projectName)).toEqual(['Poster'])
  await mine.rename('a', '')
  await mine.write(named, parts)
  expect((await mine.list()).map(projectName)).toEqual([project.name])
})

it('deleting the last project that uses a part deletes the part', async () => {
  const mine = store()
  await mine.write(draft('a'), parts)
  await mine.write(draft('b'), parts)
  await mine.remove('a')
  expect(await partsHeld()).toBe(parts.size)
  await mine.remove('b')
  expect(await partsHeld()).toBe(0)
})

it('a save writes the parts again that another page has deleted', async () => {
  const [mine, other] = [store(), store()]
  await mine.write(draft('a'), parts)
  await other.remove('a')
  await mine.write(draft('a', 2), parts)
  expect(await partsHeld()).toBe(parts.size)
})

it("a save doesn't delete the projects of another account", async () => {
  const mine = store({ projects: 1, bytes: 1e9 })
  await mine.write({ ...draft('a'), owner: 'anna' }, parts)
  for (const [i, id] of ['b', 'c'].entries()) await mine.write({ ...draft(id, i), owner: 'ben' }, parts)
  expect((await mine.list()).map(({ id }) => id).sort()).toEqual(['a', 'c'])
})

it('a save deletes the oldest projects above the limits', async () => {
  const mine = store({ projects: 2, bytes: 1e9 })
  for (const [i, id] of ['a', 'b', 'c'].entries()) await mine.write(draft(id, i), parts)
  expect((await mine.list()).map(({ id }) => id)).toEqual(['c', 'b'])
})

it("a save doesn't delete the oldest project while a tab holds the project's lock", async () => {
  const locks = createProjectLocks()
  const mine = new ProjectStore(NAME, { projects: 2, bytes: 1e9 }, () => locks.held())
  await mine.write(draft('a', 1), parts)
  await mine.write(draft('b', 2), parts)
  const release = await locks.acquire('a')
  await mine.write(draft('c', 3), parts)
  expect((await mine.list()).map(({ id }) => id)).toEqual(['c', 'a'])
  release?.()
})

it("a save deletes the oldest project even if the locks can't be read", async () => {
  const mine = new ProjectStore(NAME, { projects: 1, bytes: 1e9 }, () => Promise.reject(new Error('no locks')))
  for (const [i, id] of ['a', 'b'].entries()) expect((await mine.write(draft(id, i), parts)).ok).toBe(true)
  expect((await mine.list()).map(({ id }) => id)).toEqual(['b'])
})

it("a write that fails midway doesn't change the saved project", async () => {
  const mine = store()
  await mine.write(draft('a'), parts)
  // Cloning this document fails, so the write fails after the new part was written.
  const document = { ...project.document, broken: () => {} }
  const written = await mine.write({ ...draft('a', 2), document }, new Map([...parts, ['new', new Blob(['new'])]]))
  expect(written.ok).toBe(false)
  expect((await mine.read('a'))?.savedAt).toBe(1)
  expect(await partsHeld()).toBe(parts.size)
})

it('each write, rename and removal in the project store calls the listeners', async () => {
  const mine = store()
  let changes = 0
  mine.onChange(() => changes++)
  await mine.write(draft('a'), parts)
  await mine.setThumbnail('a', 'data:,')
  await mine.rename('a', 'Mine')
  await mine.remove('a')
  expect(changes).toBe(4)
})

it("a tab can't save a project again after the account's projects are removed", async () => {
  const mine = store()
  const otherTab = store()
  await mine.write({ ...draft('a'), owner: 'anna' }, parts)
  await mine.write({ ...draft('b'), owner: 'bert' }, parts)
  await mine.write(draft('c'), parts)
  await mine.removeOwnedBy('anna')
  expect((await mine.list()).map(({ id }) => id).sort()).toEqual(['b', 'c'])
  expect(await mine.write({ ...draft('a'), owner: 'anna' }, parts)).toEqual({ ok: false, error: 'removed' })
  await expect
    .poll(() => otherTab.write({ ...draft('a'), owner: 'anna' }, parts))
    .toEqual({ ok: false, error: 'removed' })
})

it('a project without an owner is assigned to the first account that changes the project', async () => {
  const mine = store()
  await mine.write(draft('a'), parts)
  await mine.write({ ...draft('a', 2), owner: 'anna' }, parts)
  await mine.write({ ...draft('a', 3), owner: 'bert' }, parts)
  expect((await mine.read('a'))?.owner).toBe('anna')
})

it('projects stored without an owner are assigned to one account only', async () => {
  const mine = store()
  await mine.write(draft('a'), parts)
  await mine.write({ ...draft('b'), owner: 'bert' }, parts)
  let changes = 0
  mine.onChange(() => changes++)
  await mine.adoptUnowned('anna')
  await mine.adoptUnowned('carla')
  expect((await mine.list()).map(({ id, owner }) => `${id} ${owner}`).sort()).toEqual(['a anna', 'b bert'])
  expect(changes, 'nothing changes for the second account').toBe(1)
})
