import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildModels, type LockedModel, type Manifest } from '../../scripts/models/buildModels.ts'
import known from '../../scripts/models/packs.json'
import { addPack, packOfFile, readPacks, removePack } from '../../scripts/models/packs.ts'
import { onnxFile } from './onnxFile.ts'

let folder: string
let packs: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packs-test-'))
  packs = join(folder, 'models', 'packs.json')
})
afterEach(() => rm(folder, { recursive: true }))

const plain = { mean: [0, 0, 0], std: [1, 1, 1] }

async function fileOf(op: string, name = 'My Own.onnx'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, onnxFile([1, 3, 8, 8], [{ op, inputs: ['photo'], output: 'mask' }]))
  return path
}

it('is built and served after it was added, and gone after it was removed', async () => {
  await addPack(packs, await packOfFile(packs, await fileOf('Sigmoid'), plain))
  const out = join(folder, 'out')
  const build = () => buildModels({ out, lock: [], packs, report: () => {} })
  await build()
  const manifest = async () => JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
  expect((await manifest()).models).toMatchObject([{ id: 'my-own', roles: ['detail'], input: { width: 8, height: 8 } }])
  expect(await removePack(packs, 'my-own')).toBe(true)
  await build()
  expect((await manifest()).models).toEqual([])
  expect(await removePack(packs, 'my-own')).toBe(false)
})

it('refuses a network that cannot be converted, and says why', async () => {
  await expect(packOfFile(packs, await fileOf('Einsum'), plain)).rejects.toThrow('Einsum')
  expect(await readPacks(packs)).toEqual([])
})

it('prefers the newest pack, and replaces a pack of the same name', async () => {
  const of = (id: string, author: string): LockedModel => ({ ...(known[0] as LockedModel), id, author })
  await addPack(packs, of('a', 'first'))
  await addPack(packs, of('b', 'second'))
  await addPack(packs, of('a', 'third'))
  expect((await readPacks(packs)).map(({ id, author }) => [id, author])).toEqual([
    ['a', 'third'],
    ['b', 'second'],
  ])
})

it('states the licence of every pack', () => {
  for (const pack of known) {
    expect(pack.licence).not.toBe('')
    expect(pack.note.length).toBeGreaterThan(80)
    expect(pack.integrity).toMatch(/^sha512-/)
  }
})
