/** Builds the segmentation models from locked npm packages: `build/models/manifest.json` and a folder per model. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelFile, SegmentModel } from '#client/media/segmenter/modelManifest.ts'
import { fetchPackage } from '../setup/npm.ts'
import { convertNetwork, type Plan } from './convert.ts'

type ModelFacts = Pick<SegmentModel, 'id' | 'roles' | 'licence' | 'author' | 'link' | 'mean' | 'std'>

/** An entry of models.lock.json. Of two models for the same role, the product prefers the earlier entry. */
export interface LockedModel extends ModelFacts {
  package: string // package as name@version
  integrity: string // checksum of the package
  weights: string // path of the file in the package
  sha256: string // SHA-256 of the weights file
  licenceText?: string // path of the license's text in the package
  note?: string // a remark on the license
  convert?: Plan
}

interface BuildOptions {
  out: string
  report(line: string): void
  lock: readonly LockedModel[]
  /** Replaces the download in tests. Returns the files of a package by their path. */
  fetchFiles?: typeof fetchPackage
}

/**
 * Downloads the locked packages, converts their neural networks to TensorFlow.js and writes them and a manifest to the
 * folder `out`. A failure leaves `out` unchanged.
 */
export async function buildModels({ out, report, lock, fetchFiles = fetchPackage }: BuildOptions): Promise<void> {
  // caches the downloads, because two models may share a package
  const packages = new Map<string, ReturnType<typeof fetchPackage>>()
  const fresh = `${out}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  try {
    const models: SegmentModel[] = []
    for (const model of lock) {
      report(`${model.id}: fetching ${model.package}`)
      const fetching = packages.get(model.package) ?? fetchFiles(model.package, model.integrity)
      packages.set(model.package, fetching)
      models.push(await convertModel(model, fresh, await fetching))
    }
    await writeFile(join(fresh, 'manifest.json'), `${JSON.stringify({ models }, null, 2)}\n`)
    await rm(out, { recursive: true, force: true })
    await rename(fresh, out)
    report(`ready in ${out}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Maximum size of a file in bytes. The page caches and retries single files. */
const SHARD_BYTES = 4 * 2 ** 20

async function convertModel(
  model: LockedModel,
  folder: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<SegmentModel> {
  const original = fileIn(files, model.weights)
  if (sha256(original) !== model.sha256) throw new Error(`${model.weights} of ${model.package} is not the locked file`)
  const { graphs, weights } = convertNetwork(original, model.convert)
  const shards = Array.from({ length: Math.ceil(weights.length / SHARD_BYTES) }, (_, i) => ({
    name: `weights-${i}.bin`,
    bytes: weights.subarray(i * SHARD_BYTES, (i + 1) * SHARD_BYTES),
  }))
  const shardNames = shards.map(({ name }) => name)
  const sized = graphs.map(({ input, json }) => ({ input, bytes: Buffer.from(JSON.stringify(json(shardNames))) }))
  const version = sha256(Buffer.concat([...sized.map(({ bytes }) => bytes), weights])).slice(0, 12)
  const place = `${model.id}/${version}`
  await mkdir(join(folder, place), { recursive: true })
  await writeFile(join(folder, place, 'LICENSE'), licenceOf(model, files))
  const write = async (name: string, bytes: Uint8Array): Promise<ModelFile> => {
    await writeFile(join(folder, place, name), bytes)
    return { url: `${place}/${name}`, bytes: bytes.length, sha256: sha256(bytes) }
  }
  const [first, ...others] = sized
  if (!first) throw new Error(`${model.id}: no size to convert for`)
  const written = [await write('model.json', first.bytes)]
  for (const { name, bytes } of shards) written.push(await write(name, bytes))
  const variants: SegmentModel['variants'][number][] = []
  for (const { input, bytes } of others) variants.push({ input, file: await write(`model-${input.width}.json`, bytes) })
  const { id, roles, licence, author, link, mean, std } = model
  return { id, roles, licence, author, link, mean, std, input: first.input, files: written, variants }
}

function fileIn(files: ReadonlyMap<string, Buffer>, path: string): Buffer {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is not in the package`)
  return file
}

/** Returns the package's license text or, if it has none, text with the author of the weights and the license. */
function licenceOf(model: LockedModel, files: ReadonlyMap<string, Buffer>): string | Buffer {
  if (model.licenceText) return fileIn(files, model.licenceText)
  const lines = [model.author, `Licence: ${model.licence}, ${model.link}`, `From ${model.package}`]
  return `${[...lines, ...(model.note ? [model.note] : [])].join('\n')}\n`
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

if (import.meta.main) {
  const lock = JSON.parse(await readFile(new URL('models.lock.json', import.meta.url), 'utf8')) as LockedModel[]
  await buildModels({ out: 'build/models', lock, report: (line) => console.log(`models: ${line}`) })
}
