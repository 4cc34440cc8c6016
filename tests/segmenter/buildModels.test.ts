import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildModels, type LockedModel, type Manifest } from '../../scripts/models/buildModels.ts'
import lock from '../../scripts/models/models.lock.json'
import { fetchPackage } from '../../scripts/setup/npm.ts'
import { onnxFile } from './onnxFile.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const onnx = onnxFile([1, 3, 8, 4], [{ op: 'Sigmoid', inputs: ['photo'], output: 'mask' }])
const files = new Map([
  ['tiny.onnx', Buffer.from(onnx)],
  ['LICENSE', Buffer.from('Do what you like.')],
])

const tiny: LockedModel = {
  id: 'tiny',
  roles: ['general'],
  licence: 'Apache-2.0',
  author: 'us',
  link: 'https://us.example',
  mean: [0, 0, 0],
  std: [1, 1, 1],
  package: 'tiny@1.0.0',
  integrity: 'checked by the fetcher',
  weights: 'tiny.onnx',
  sha256: sha256(onnx),
  licenceText: 'LICENSE',
}

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-test-'))
  out = join(folder, 'models')
})
afterEach(() => {
  vi.unstubAllGlobals()
  return rm(folder, { recursive: true })
})

async function build(model: LockedModel = tiny): Promise<string[]> {
  const lines: string[] = []
  await buildModels({ out, lock: [model], report: (line) => lines.push(line), fetchFiles: async () => files })
  return lines
}

const manifest = async () => JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest

it('writes the files of the manifest, each with its size and hash', async () => {
  await build()
  const [model] = (await manifest()).models
  expect(model).toMatchObject({ id: 'tiny', roles: ['general'], licence: 'Apache-2.0', input: { width: 4, height: 8 } })
  expect(model!.url).toMatch(/^tiny\/[0-9a-f]{12}\/model\.json$/)
  for (const file of model!.files) {
    const bytes = await readFile(join(out, file.url))
    expect([bytes.length, sha256(bytes)]).toEqual([file.bytes, file.sha256])
  }
  expect(model!.bytes).toBe(model!.files.reduce((sum, file) => sum + file.bytes, 0))
  expect(await readFile(join(out, model!.url, '../LICENSE'), 'utf8')).toBe('Do what you like.')
})

it('does nothing when up to date', async () => {
  await build()
  expect(await build()).toEqual(['up to date'])
})

it('rebuilds when a file is missing or the lock has changed', async () => {
  await build()
  await rm(join(out, (await manifest()).models[0]!.url))
  expect(await build()).toContain('tiny: fetching tiny@1.0.0')
  expect(await build({ ...tiny, mean: [0.5, 0.5, 0.5] })).toContain('tiny: fetching tiny@1.0.0')
  expect((await manifest()).models[0]!.mean).toEqual([0.5, 0.5, 0.5])
})

it("keeps the previous build when the weights don't match the lock", async () => {
  await build()
  await expect(build({ ...tiny, sha256: 'another' })).rejects.toThrow('not the locked file')
  expect((await manifest()).models[0]!.id).toBe('tiny')
  expect(await readdir(folder)).toEqual(['models'])
})

it('refuses a package whose checksum differs from the lock', async () => {
  const source = join(folder, 'package')
  await mkdir(source)
  await writeFile(join(source, 'a.txt'), 'weights')
  const tarball = await create({ gzip: true, cwd: folder, sync: true }, ['package']).read()!
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(tarball)))
  const fetched = (integrity: string) => fetchPackage('tiny@1.0.0', integrity)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  await expect(fetched('sha512-wrong')).rejects.toThrow(`tiny@1.0.0 is ${integrity}, the lock says sha512-wrong`)
  expect((await fetched(integrity)).get('a.txt')?.toString()).toBe('weights')
})

it('locks every model to a version, an integrity hash and a licence, but to no registry host', () => {
  for (const model of lock) {
    expect(model.package).toMatch(/^(@[a-z-]+\/)?[a-z_-]+@\d+\.\d+\.\d+$/)
    expect(model.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    expect(model.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(['Apache-2.0', 'MIT']).toContain(model.licence)
  }
  expect(JSON.stringify(lock.map(({ link, ...rest }) => rest))).not.toMatch(/https?:/)
})
