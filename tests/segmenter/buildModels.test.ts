import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import proto from 'onnx-proto'
import { create } from 'tar'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SegmentModel } from '#client/media/segmenter/modelManifest.ts'
import { buildModels, type LockedModel } from '../../scripts/models/build.ts'
import lock from '../../scripts/models/models.lock.json'
import { fetchPackage } from '../../scripts/setup/npm.ts'
import { makeFolder } from '../helpers/folders.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns an ONNX file with one node for a 4 × 8 px image. */
function onnxFile(opType: string): Uint8Array {
  const dim = [1, 3, 8, 4].map((dimValue) => ({ dimValue }))
  const graph = {
    node: [{ opType, input: ['photo'], output: ['mask'] }],
    input: [{ name: 'photo', type: { tensorType: { shape: { dim } } } }],
    output: [{ name: 'mask' }],
  }
  return proto.onnx.ModelProto.encode({ irVersion: 7, graph }).finish()
}

const onnx = onnxFile('Sigmoid')
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
beforeEach(() => {
  folder = makeFolder()
  out = join(folder, 'models')
})

async function build(model: LockedModel = tiny, weights = onnx): Promise<void> {
  const files = new Map([
    ['tiny.onnx', Buffer.from(weights)],
    ['LICENSE', Buffer.from('Do what you like.')],
  ])
  await buildModels({ out, lock: [model], report: () => {}, fetchFiles: async () => files })
}

const modelsIn = async (built: string): Promise<SegmentModel[]> =>
  JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')).models

it('the build writes the model files with the size and hash of the manifest', async () => {
  await build()
  const [model] = await modelsIn(out)
  expect(model).toMatchObject({ id: 'tiny', roles: ['general'], licence: 'Apache-2.0', input: { width: 4, height: 8 } })
  expect(model!.files[0]!.url).toMatch(/^tiny\/[0-9a-f]{12}\/model\.json$/)
  for (const file of model!.files) {
    const bytes = await readFile(join(out, file.url))
    expect([bytes.length, sha256(bytes)]).toEqual([file.bytes, file.sha256])
  }
  expect(await readFile(join(out, model!.files[0]!.url, '../LICENSE'), 'utf8')).toBe('Do what you like.')
})

it.each([
  ['the weights differ from the lock file', { ...tiny, sha256: 'another' }, onnx, 'not the locked file'],
  ['an operator is unknown', { ...tiny, sha256: sha256(onnxFile('Gelu')) }, onnxFile('Gelu'), 'operator Gelu'],
])("if %s, the build fails and doesn't delete the previous models", async (_, model, weights, message) => {
  await build()
  await expect(build(model, weights)).rejects.toThrow(message)
  expect((await modelsIn(out))[0]!.id).toBe('tiny')
  expect(await readdir(folder)).toEqual(['models'])
})

it("the build rejects a package with a checksum other than the lock file's", async () => {
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

it('the lock file gives every model a version, an integrity hash and a license', () => {
  for (const model of lock) {
    expect(model.package).toMatch(/^(@[a-z-]+\/)?[a-z_-]+@\d+\.\d+\.\d+$/)
    expect(model.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    expect(model.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(['Apache-2.0', 'MIT']).toContain(model.licence)
  }
  expect(JSON.stringify(lock.map(({ link, ...rest }) => rest))).not.toMatch(/https?:/)
})

/** The models by the hash of their files. If a hash changes, run the GPU tests of this folder before you update it. */
const COMPARED_WITH_REFERENCES = [
  'u2netp/1ede7159e5a5',
  'mobilesam-encoder/ed38d0b9b6d8',
  'mobilesam-decoder/309e48b23542',
  'selfie/eaad89572228',
]

it('the built models are the versions that were compared with the original networks', async () => {
  const models = await modelsIn('build/models')
  expect(models.map(({ files }) => files[0]!.url)).toEqual(
    COMPARED_WITH_REFERENCES.map((place) => `${place}/model.json`),
  )
})
