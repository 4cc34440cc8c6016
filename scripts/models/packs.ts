/** The list of packs: networks that an operator added. They are listed beside the data and built with the shipped ones. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LockedModel } from './buildModels.ts'
import { convertOnnx } from './convert.ts'

/** Resolves with the added models, newest first; empty where the list does not exist. */
export async function readPacks(path: string): Promise<LockedModel[]> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as LockedModel[]) : []
}

/** Adds a pack to the list in the file `path`, or replaces the one with its id. The client prefers the first of the list. */
export async function addPack(path: string, model: LockedModel): Promise<void> {
  const others = (await readPacks(path)).filter((other) => other.id !== model.id)
  await write(path, [model, ...others])
}

/** Removes a pack from the list in the file `path`. Resolves with false if the list has none with this id. */
export async function removePack(path: string, id: string): Promise<boolean> {
  const packs = await readPacks(path)
  const rest = packs.filter((other) => other.id !== id)
  if (rest.length < packs.length) await write(path, rest)
  return rest.length < packs.length
}

/** Copies an operator's own network beside the list. @throws if it has operators that cannot be converted. */
export async function packOfFile(
  path: string,
  file: string,
  { mean, std }: { mean: number[]; std: number[] },
): Promise<LockedModel> {
  const onnx = await readFile(file)
  convertOnnx(onnx)
  const id = basename(file, '.onnx')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
  const kept = join(dirname(path), `${id}.onnx`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(kept, onnx)
  const sha256 = createHash('sha256').update(onnx).digest('hex')
  const terms = { licence: 'as its provider says', author: 'added by the operator', link: '' }
  return { id, roles: ['detail'], ...terms, mean, std, package: kept, integrity: '', weights: '', sha256 }
}

async function write(path: string, packs: readonly LockedModel[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(packs, null, 2)}\n`)
}
