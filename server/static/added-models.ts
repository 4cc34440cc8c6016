/**
 * Networks that the operator added to a single executable: built into DATA_DIR/models, served among the client's own.
 * `packs.json` there lists them, newest first; each has a folder named after it, with a manifest of its own.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { readFolder, type SourceFile } from './files.ts'

/** Returns the folder of the added networks: DATA_DIR/models. */
export const modelsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'models')

const SERVED = '/models'
const MANIFEST = '/manifest.json'

interface Manifest {
  readonly models: readonly unknown[]
}

/**
 * Yields the client's files and those of the models that the operator added to `folder`; the added models are appended to
 * /models/manifest.json, whose precompressed copies are then left out.
 */
export function* withAddedModels(files: Iterable<SourceFile>, folder: string): Generator<SourceFile> {
  const added = addedIn(folder)
  for (const file of files)
    if (added.length === 0 || !file.path.startsWith(SERVED + MANIFEST)) yield file
    else if (file.path === SERVED + MANIFEST) yield extended(file, added)
  for (const own of added)
    for (const file of readFolder(own)) if (file.path !== MANIFEST) yield { ...file, path: SERVED + file.path }
}

/** Folders of those that are listed and built. */
function addedIn(folder: string): string[] {
  const list = join(folder, 'packs.json')
  if (!existsSync(list)) return []
  const packs = JSON.parse(readFileSync(list, 'utf8')) as { id: string }[]
  return packs.map(({ id }) => join(folder, id)).filter((own) => existsSync(join(own, MANIFEST)))
}

function extended({ path, content }: SourceFile, added: readonly string[]): SourceFile {
  const bytes = content instanceof Uint8Array ? content : readFileSync(content.file)
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest
  const more = added.flatMap((own) => (JSON.parse(readFileSync(join(own, MANIFEST), 'utf8')) as Manifest).models)
  const whole = Buffer.from(JSON.stringify({ ...manifest, models: [...manifest.models, ...more] }))
  return { path, size: whole.byteLength, content: whole }
}
