/** Tests a database that rejects files, like private windows of WebKit. */
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fullProject, PARTS } from '#client/engine/project-file/testing.ts'
import { ownId } from '#client/kit/fonts/own/ownFonts.ts'
import { createFontStore } from './fontStore.ts'
import { ProjectStore } from './projectStore.ts'

const NAME = 'midground-test-bytes'
const { put } = IDBObjectStore.prototype
const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

beforeEach(() => {
  IDBObjectStore.prototype.put = function (value: unknown, ...key) {
    if (holdsFile(value)) throw new DOMException('Error preparing Blob/File data', 'UnknownError')
    return put.call(this, value, ...key)
  }
})
afterEach(async () => {
  IDBObjectStore.prototype.put = put
  await deleteDB(NAME)
})

it('a project is stored as bytes if the database rejects Blobs', async () => {
  const { project } = await fullProject()
  const parts = new Map(await PARTS)
  const mine = new ProjectStore(NAME)
  for (const savedAt of [1, 2])
    expect(await mine.write({ ...project, id: 'a', savedAt }, parts)).toEqual({ ok: true, value: undefined })
  for (const [hash, blob] of parts) {
    const kept = await new ProjectStore(NAME).part(hash)
    expect(kept?.type).toBe(blob.type)
    expect(await kept?.arrayBuffer()).toEqual(await blob.arrayBuffer())
  }
})

it('a font is stored as bytes if the database rejects Blobs', async () => {
  const shelf = createFontStore(() => 1, NAME)
  const font = { id: ownId('c'.repeat(64)), name: 'Font c', weights: [400] as const, blob: new Blob(['c']) }
  expect(await shelf.put(font, 'anna')).toBe(true)
  const [kept] = await createFontStore(() => 1, NAME).list('anna')
  expect([kept?.name, await kept?.blob.text()]).toEqual(['Font c', 'c'])
})
