/**
 * Files of every version of the client that is served somewhere. While several machines are upgraded one after the other,
 * a page of one version is asked for its scripts from a machine that has another. So each machine publishes its files
 * before it is ready, and looks for those it has not.
 */

import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { clientVersions } from '#drizzle/schema.ts'
import { sha256 } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { toSeconds } from '../db/time.ts'
import { indexFiles, type StaticFile, type StaticFiles } from '../static/files.ts'
import { isCompressible } from '../static/precompress.ts'

/** Stores the bytes of files by path: rows of the database, or objects of a bucket. */
export interface FileBodies {
  /** Does nothing if the path is stored already, because a path names its content. */
  write(path: string, body: Uint8Array): Promise<void>
  read(path: string): Promise<Uint8Array | null>
  delete(paths: readonly string[]): Promise<void>
}

/**
 * The client files that all machines of a server share, so that a page of an older or newer version can load its scripts
 * from any machine during and after a deployment. A version is the set of files of one build. Paths are those of the URL.
 */
export interface SharedClientFiles {
  /**
   * Stores those of this version's files that no version has stored yet; files whose path does not name their content are
   * left out. When it resolves, every machine can send the stored files. It rejects when storing fails; `refresh` then tries
   * again.
   */
  publish(files: StaticFiles): Promise<void>
  /** Returns a file of any published version; null if there is none. */
  find(path: string): Promise<StaticFile | null>
  /**
   * To be called regularly. Publishes this version if that failed before, records that it is still served, and deletes
   * versions that no machine has served for a week.
   */
  refresh(): Promise<void>
}

/** What the shared client files need. */
export interface SharedClientFilesOptions {
  readonly db: Database
  readonly bodies: FileBodies
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly pause?: (ms: number) => Promise<unknown>
  readonly brandName: string
}

/** Tabs that are open for longer have to be reloaded. */
const KEEP_MS = 7 * 86_400_000
/** Names that nobody knows may be asked for by strangers: the list is read again once a second at most. */
const LIST_MS = 1000
const CACHE_BYTES = 64 * 1024 * 1024
/** Half a second for the largest script; the build has done better where it was compressed there. */
const BROTLI_QUALITY = 5
/** Thousands of small pictures, which hardly ever change: an old tab shows a gap until it is reloaded. */
const SPARED = /^\/emoji\//

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/**
 * Creates one process' access to the client files that all machines share, so that each machine can send the files of
 * any version that is still served.
 */
export function createSharedClientFiles(options: SharedClientFilesOptions): SharedClientFiles {
  const { db, bodies, now } = options
  const list = createPathList(options)
  const find = createFinder(options, list)
  /** Id of the version that this process serves; null until it is published. */
  let ownId: string | null = null
  /** What could not be published yet. */
  let unpublished: StaticFiles | null = null

  async function publish(files: StaticFiles): Promise<void> {
    unpublished = files
    const mine = [...files.values()].filter(({ immutable, path }) => immutable && !SPARED.test(path))
    if (mine.length === 0) return
    const paths = mine.map(({ path }) => path).sort()
    const id = sha256(paths.join('\n')).slice(0, 16)
    const row = { id, paths: JSON.stringify(paths), seenAt: toSeconds(now()) }
    const target = clientVersions.id
    // the row first: from now on nobody deletes a file that is in the list
    await db.query((orm) =>
      orm
        .insert(clientVersions)
        .values(row)
        .onConflictDoUpdate({ target, set: { seenAt: row.seenAt } })
        .run(),
    )
    await list.read()
    for (const file of mine) if (!list.has(file.path)) await bodies.write(file.path, await bodyOf(file))
    const set = { publishedAt: toSeconds(now()) }
    await db.query((orm) => orm.update(clientVersions).set(set).where(eq(target, id)).run())
    ownId = id
    unpublished = null
  }

  return {
    publish,
    find,
    async refresh() {
      if (unpublished) await publish(unpublished)
      if (ownId === null) return
      const set = { seenAt: toSeconds(now()) }
      const mine = eq(clientVersions.id, ownId)
      await db.query((orm) => orm.update(clientVersions).set(set).where(mine).run())
      await deleteUnserved(options)
    },
  }
}

/** Deletes the versions that nobody has served for `KEEP_MS`, and those of their files that no other version has. */
async function deleteUnserved({
  db,
  bodies,
  now,
}: Pick<SharedClientFilesOptions, 'db' | 'bodies' | 'now'>): Promise<void> {
  const all = await db.query((orm) => orm.select().from(clientVersions).all())
  const passed = toSeconds(now() - KEEP_MS)
  const old = all.filter(({ seenAt }) => seenAt < passed)
  if (old.length === 0) return
  const kept = new Set(all.filter((version) => !old.includes(version)).flatMap(pathsOf))
  const ids = inArray(
    clientVersions.id,
    old.map(({ id }) => id),
  )
  // the files first: a version whose files are gone must not be found in the list as long as it is there
  await db.query((orm) => orm.update(clientVersions).set({ publishedAt: null }).where(ids).run())
  await bodies.delete([...new Set(old.flatMap(pathsOf))].filter((path) => !kept.has(path)))
  await db.query((orm) =>
    orm
      .delete(clientVersions)
      .where(and(ids, lt(clientVersions.seenAt, passed)))
      .run(),
  )
}

/** The paths of all published versions, as they were read last. */
interface PathList {
  has(path: string): boolean
  read(): Promise<void>
  /** Reads again, `LIST_MS` after the last reading at the soonest; all who wait share one reading. */
  readAgain(): Promise<void>
}

function createPathList({ db, now, pause = wait }: SharedClientFilesOptions): PathList {
  let paths: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function read(): Promise<void> {
    const published = isNotNull(clientVersions.publishedAt)
    const rows = await db.query((orm) => orm.select().from(clientVersions).where(published).all())
    paths = new Set(rows.flatMap(pathsOf))
    readAt = now()
  }

  async function readLater(): Promise<void> {
    await current.catch(() => undefined) // whoever asked for it hears of its failure
    const sinceMs = now() - readAt
    if (sinceMs >= 0 && sinceMs < LIST_MS) await pause(LIST_MS - sinceMs)
    next = null
    current = read()
    await current
  }

  return {
    has: (path) => paths.has(path),
    read,
    readAgain() {
      next ??= readLater()
      return next
    },
  }
}

function createFinder({ bodies, brandName }: SharedClientFilesOptions, list: PathList): SharedClientFiles['find'] {
  const cache = createCache(CACHE_BYTES)
  const loading = new Map<string, Promise<StaticFile | null>>()

  async function load(path: string): Promise<StaticFile | null> {
    const body = await bodies.read(path)
    if (!body) return null
    const isPacked = isCompressible(path)
    const content = isPacked ? await decompress(body) : body
    const sources = [{ path, size: content.byteLength, content }]
    if (isPacked) sources.push({ path: `${path}.br`, size: body.byteLength, content: body })
    const file = indexFiles(sources, brandName).get(path) ?? null
    if (file) cache.add(file)
    return file
  }

  return async (path) => {
    const cached = cache.get(path)
    if (cached) return cached
    if (!list.has(path)) await list.readAgain()
    if (!list.has(path)) return null
    const found = loading.get(path) ?? load(path).finally(() => loading.delete(path))
    loading.set(path, found)
    return found
  }
}

const pathsOf = ({ paths }: { readonly paths: string }): string[] => JSON.parse(paths) as string[] // written by `publish`

async function bodyOf({ path, content, brotli }: StaticFile): Promise<Uint8Array> {
  const bytes = content instanceof Uint8Array ? content : await readFile(content.file)
  if (!isCompressible(path)) return bytes
  return brotli ?? compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** Returns an LRU cache of files that holds at most `maxBytes`. */
function createCache(maxBytes: number) {
  const files = new Map<string, StaticFile>()
  const sizeOf = ({ size, brotli }: StaticFile): number => size + (brotli?.byteLength ?? 0)
  let bytes = 0
  return {
    get(path: string): StaticFile | null {
      const file = files.get(path)
      if (!file) return null
      files.delete(path) // a map keeps the order of insertion
      files.set(path, file)
      return file
    },
    add(file: StaticFile): void {
      files.set(file.path, file)
      bytes += sizeOf(file)
      for (const [path, oldest] of files) {
        if (bytes <= maxBytes) break
        files.delete(path)
        bytes -= sizeOf(oldest)
      }
    },
  }
}
