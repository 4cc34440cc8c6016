/**
 * Keeps the client files of earlier versions. A tab that was opened before an upgrade still requests the files of its
 * version. So each version stores its files with a content hash in the data folder, and the next version serves them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { sha256 } from '#server/crypto/secrets.ts'
import type { SourceFile, StaticFile, StaticFiles } from './files.ts'

interface Version {
  readonly id: string
  readonly paths: readonly string[]
  /** Milliseconds since 1970; null for the newest. */
  readonly replacedAt: number | null
}

const LIST = 'versions.json'
/** How long versions before the last one are kept after they were replaced. The last one is always kept. */
const KEEP_MS = 7 * 86_400_000

/** Files that are not kept: thousands of emoji. An old tab shows a gap until it is reloaded. */
const SPARED = /^\/emoji\//
/** Free space, in bytes, that is reserved for the database. */
const ROOM_FOR_ROWS = 64 * 1024 * 1024

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Yields the stored files of earlier versions that the current version does not contain. */
export function* pastFiles(folder: string, current: StaticFiles): Generator<SourceFile> {
  for (const path of new Set(readVersions(folder).flatMap(({ paths }) => paths))) {
    const file = join(folder, path)
    if (!current.has(path) && existsSync(file)) yield { path, size: statSync(file).size, content: { file } }
  }
}

/**
 * Stores this version's files for later versions, and deletes versions that were replaced too long ago. `now` is in ms.
 * @throws Error if the disk has too little space.
 */
export async function rememberVersion(folder: string, current: StaticFiles, now: number): Promise<void> {
  const files = [...current.values()].filter(({ immutable, path }) => immutable && !SPARED.test(path))
  const paths = files.map(({ path }) => path).sort()
  const id = sha256(paths.join('\n')).slice(0, 16)
  const known = readVersions(folder)
  if (paths.length === 0 || known[0]?.id === id) return
  await mkdir(folder, { recursive: true })
  const missing = files.filter(({ path }) => !existsSync(join(folder, path)))
  const bytes = missing.reduce((sum, { size }) => sum + size, 0)
  if (bytes > (await roomIn(folder)) - ROOM_FOR_ROWS) throw new Error(`they need ${bytes} bytes of a disk that is full`)
  for (const inside of new Set(missing.map(({ path }) => dirname(path))))
    await mkdir(join(folder, inside), { recursive: true })
  for (const file of missing) await keep(join(folder, file.path), file)

  const before = known
    .filter((version) => version.id !== id)
    .map((version) => ({ ...version, replacedAt: version.replacedAt ?? now }))
    .filter(({ replacedAt }, index) => index === 0 || now - replacedAt < KEEP_MS)
  const versions: Version[] = [{ id, paths, replacedAt: null }, ...before]
  await writeWhole(join(folder, LIST), (part) => writeFile(part, JSON.stringify(versions)))

  const wanted = new Set(versions.flatMap((version) => version.paths))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    if (entry.isFile() && path !== `/${LIST}` && !wanted.has(path)) await rm(file, { force: true })
  }
}

/** Returns the stored versions, newest first; none if the list can't be read. Then old tabs must be reloaded. */
function readVersions(folder: string): Version[] {
  try {
    return JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as Version[]
  } catch {
    return []
  }
}

async function keep(target: string, { content }: StaticFile): Promise<void> {
  await writeWhole(target, (part) =>
    content instanceof Uint8Array ? writeFile(part, content) : copyFile(content.file, part),
  )
}

async function writeWhole(target: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${target}.${process.pid}.part`
  await write(part)
  await rename(part, target)
}
