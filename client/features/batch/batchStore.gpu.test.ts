import { deleteDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import {
  createBatchStore,
  createMemoryBatchStore,
  matteFileName,
  photoFileName,
  templateFileName,
} from '#client/editor/storage/batchStore.ts'
import { newItem } from './items.ts'

const NAME = 'midground-batch-test'
afterEach(() => deleteDB(NAME))

const item = (id: string, place: number, owner = 'anna') =>
  newItem({ id, owner, place, name: `${id}.jpg` }, () => `key of ${id}`)
const record = { owner: 'anna', design: null, settings: { format: 'png' }, isPaused: true, spareKeys: ['k'] }

for (const [kind, create] of [
  ['IndexedDB', () => createBatchStore(NAME)],
  ['memory', createMemoryBatchStore],
] as const) {
  it(`the store returns each account's batch, sorted photos and files (${kind})`, async () => {
    const store = create()
    await store.write({
      record,
      items: [item('b', 2), item('a', 1)],
      files: new Map([[photoFileName('a'), new Blob(['A'])]]),
    })
    await store.write({ items: [item('c', 1, 'bert')], files: new Map([[templateFileName('bert'), new Blob(['D'])]]) })
    expect(await store.read('anna')).toEqual({ record, items: [item('a', 1), item('b', 2)] })
    expect(await (await store.file(photoFileName('a')))?.text()).toBe('A')
    expect((await store.list()).map(({ owner }) => owner).sort()).toEqual(['anna', 'bert'])
    expect(await store.file(photoFileName('b'))).toBeNull()
  })

  it(`deleting a photo also deletes the photo's files (${kind})`, async () => {
    const store = create()
    const files = new Map(
      [photoFileName('a'), matteFileName('a'), photoFileName('b'), templateFileName('anna')].map((at) => [
        at,
        new Blob([at]),
      ]),
    )
    await store.write({ record, items: [item('a', 1), item('b', 2), item('c', 1, 'bert')], files })
    await store.write({ removedItems: ['a'] })
    expect([await store.file(photoFileName('a')), await store.file(matteFileName('a'))]).toEqual([null, null])
    await store.removeOwnedBy('anna')
    expect(await store.read('anna')).toEqual({ record: null, items: [] })
    expect([await store.file(photoFileName('b')), await store.file(templateFileName('anna'))]).toEqual([null, null])
    expect(await store.list()).toEqual([{ owner: 'bert' }])
  })
}

it("a failed write doesn't change the batch store", async () => {
  await createBatchStore(NAME).write({ items: [item('a', 1)] })
  const store = createBatchStore(NAME)
  // `put` rejects, because a function can't be cloned
  const broken = { ...item('b', 2), name: (() => {}) as unknown as string }
  const changed = { ...item('a', 1), name: 'other' }
  expect(
    await store.write({ items: [changed, broken], files: new Map([[photoFileName('b'), new Blob(['b'])]]) }),
  ).toEqual({
    ok: false,
    error: 'unavailable',
  })
  expect((await store.read('anna')).items).toEqual([item('a', 1)])
  expect(await store.file(photoFileName('b'))).toBeNull()
})
