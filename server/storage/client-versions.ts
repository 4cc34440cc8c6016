/**
 * Stores the client files of all served versions, because an open tab requests files of its own version, and a page may
 * come from another server. Each server publishes its files in this store and finds missing files there.
 */

import { readFile, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { clientVersions } from '#drizzle/schema.ts'
import { DAY_MS } from '#server/contract/time.ts'
import { sha256 } from '#server/crypto/secrets.ts'
import { toSeconds } from '#server/db/database.ts'
import type { Deps, Storage } from '#server/deps/deps.ts'
import { indexFiles, type StaticFile, type StaticFiles } from '#server/static/files.ts'
import { isCompressible } from '#server/static/precompress.ts'
import { folderStorage } from './folder.ts'

/** Stores the contents of files by path: in a folder, in database rows, or in a bucket. */
export interface FileBodies {
  /** Stores a file's content. May keep the content of an existing path, because a path always has the same content. */
  write(path: string, body: Uint8Array): Promise<void>
  read(path: string): Promise<Uint8Array | null>
  delete(paths: readonly string[]): Promise<void>
  /**
   * Returns the paths whose content is stored. The list of versions in the database may name other files: of a folder
   * that was lost, or of the database or bucket that stored the files before the settings changed.
   */
  findStored(paths: readonly string[]): Promise<ReadonlySet<string>>
  /** Deletes unfinished files of killed processes that were written before `timeMs`. */
  sweep?(timeMs: number): Promise<void>
}

/** The client files of all versions served within `KEEP_MS`. A version consists of the files of one build. */
export type ClientVersions = ReturnType<typeof createClientVersions>

interface Options extends Pick<Deps, 'db' | 'now'> {
  readonly bodies: FileBodies
  readonly pause?: (ms: number) => Promise<unknown>
  readonly brandName: string
}

/** Time in ms that a version is stored after its last use. Tabs that are open longer must be reloaded. */
const KEEP_MS = 7 * DAY_MS
/** Minimum interval in ms between two reads of the list, because anybody may request unknown paths. */
const LIST_MS = 1000
/**
 * Brotli level. Compressing the largest script at this level takes 0.5 s. Files that the build has compressed aren't
 * recompressed.
 */
const BROTLI_QUALITY = 5
/** Files that aren't stored: thousands of emoji, which rarely change. An old tab may lack some until it is reloaded. */
const SPARED = /^\/emoji\//

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Creates this process's access to the stored client files. */
export function createClientVersions(options: Options) {
  const { db, bodies, now } = options
  const list = createPathList(options)
  const find = createFinder(options, list)
  /** Id of this process's version, or null until it is published. */
  let ownId: string | null = null
  /** The files of this process's version until they are published. */
  let unpublished: StaticFiles | null = null

  /** Stores the hashed files of this version. `refresh` retries a failure. `signal` aborts between two files. */
  async function publish(files: StaticFiles, signal?: AbortSignal): Promise<void> {
    unpublished = files
    const mine = [...files.values()].filter(({ immutable, path }) => immutable && !SPARED.test(path))
    if (mine.length === 0) return
    const paths = mine.map(({ path }) => path).sort()
    const id = sha256(paths.join('\n')).slice(0, 16)
    const row = { id, paths: JSON.stringify(paths), seenAt: toSeconds(now()) }
    const target = clientVersions.id
    // writes the row before the files, because other servers delete files without a row
    const conflict = { target, set: { seenAt: row.seenAt } }
    await db.query((orm) => orm.insert(clientVersions).values(row).onConflictDoUpdate(conflict).run())
    await list.read()
    // another server may be deleting a file that no published version lists
    const stored = await bodies.findStored(paths.filter(list.has))
    for (const file of mine) {
      signal?.throwIfAborted()
      if (!stored.has(file.path)) await bodies.write(file.path, await bodyOf(file))
    }
    const set = { publishedAt: toSeconds(now()) }
    await db.query((orm) => orm.update(clientVersions).set(set).where(eq(target, id)).run())
    ownId = id
    unpublished = null
  }

  return {
    publish,
    /** Returns a file of any published version, or null. */
    find,
    /** Retries publishing, records that this version is in use, and deletes versions unused for a week. Run hourly. */
    async refresh(): Promise<void> {
      if (unpublished) await publish(unpublished)
      if (ownId === null) return
      const set = { seenAt: toSeconds(now()) }
      const mine = eq(clientVersions.id, ownId)
      await db.query((orm) => orm.update(clientVersions).set(set).where(mine).run())
      await deleteUnserved(options)
      await bodies.sweep?.(now() - DAY_MS)
    },
  }
}

/** Deletes versions unused for `KEEP_MS`, and their files unless another version has them. */
async function deleteUnserved({ db, bodies, now }: Pick<Options, 'db' | 'bodies' | 'now'>): Promise<void> {
  const all = await db.query((orm) => orm.select().from(clientVersions).all())
  const passed = toSeconds(now() - KEEP_MS)
  const old = all.filter(({ seenAt }) => seenAt < passed)
  if (old.length === 0) return
  const kept = new Set(all.filter((version) => !old.includes(version)).flatMap(pathsOf))
  const oldIds = old.map(({ id }) => id)
  const ids = inArray(clientVersions.id, oldIds)
  // hides the versions before deleting their files, because a published version must be complete
  await db.query((orm) => orm.update(clientVersions).set({ publishedAt: null }).where(ids).run())
  await bodies.delete([...new Set(old.flatMap(pathsOf))].filter((path) => !kept.has(path)))
  const unseen = and(ids, lt(clientVersions.seenAt, passed))
  await db.query((orm) => orm.delete(clientVersions).where(unseen).run())
}

/** Creates the list of all published versions' paths. */
function createPathList({ db, now, pause = wait }: Options) {
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
    await current.catch(() => undefined) // the caller that started this read receives the error
    const sinceMs = now() - readAt
    if (sinceMs >= 0 && sinceMs < LIST_MS) await pause(LIST_MS - sinceMs)
    next = null
    current = read()
    await current
  }

  return {
    has: (path: string): boolean => paths.has(path),
    read,
    /** Reads the list again, at least `LIST_MS` after the last read. Concurrent callers share a read. */
    readAgain(): Promise<void> {
      next ??= readLater()
      return next
    },
  }
}

function createFinder({ bodies, brandName }: Options, list: ReturnType<typeof createPathList>) {
  const loading = new Map<string, Promise<StaticFile | null>>()

  async function load(path: string): Promise<StaticFile | null> {
    const body = await bodies.read(path)
    if (!body) return null
    const isPacked = isCompressible(path)
    const content = isPacked ? await decompress(body) : body
    const sources = [{ path, size: content.byteLength, content }]
    if (isPacked) sources.push({ path: `${path}.br`, size: body.byteLength, content: body })
    return indexFiles(sources, brandName).get(path) ?? null
  }

  return async (path: string): Promise<StaticFile | null> => {
    if (!list.has(path)) await list.readAgain()
    if (!list.has(path)) return null
    const found = loading.get(path) ?? load(path).finally(() => loading.delete(path))
    loading.set(path, found)
    return found
  }
}

// `publish` wrote this JSON
const pathsOf = ({ paths }: { readonly paths: string }): string[] => JSON.parse(paths) as string[]

async function bodyOf({ path, content, brotli }: StaticFile): Promise<Uint8Array> {
  const bytes = content instanceof Uint8Array ? content : await readFile(content.file)
  if (!isCompressible(path)) return bytes
  return brotli ?? compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** Returns the storage key of a path: its hash. */
function keyOf(path: string): string {
  const hash = sha256(path)
  return `${hash.slice(0, 2)}/${hash}`
}

/** Stores contents as files of `storage`. The key of each file is the hash of the path. */
export function storedBodies(storage: Storage): FileBodies {
  return {
    write: (path, body) => storage.put(keyOf(path), Readable.from([Buffer.from(body)])),
    async read(path) {
      const source = await storage.get(keyOf(path))
      return source && buffer(source)
    },
    async findStored(paths) {
      const keys = new Set<string>()
      if (paths.length > 0) for await (const page of storage.list()) for (const key of page) keys.add(key)
      return new Set(paths.filter((path) => keys.has(keyOf(path))))
    },
    async delete(paths) {
      for (const path of paths) await storage.delete(keyOf(path))
    },
  }
}

/** Free space, in bytes, that the client files must leave for the database. */
const ROOM_FOR_ROWS = 64 * 1024 * 1024

/** Stores contents in a folder. `write` throws if the disk has too little space. */
export function folderBodies(folder: string): FileBodies {
  const storage = folderStorage(folder)
  const bodies = storedBodies(storage)
  return {
    ...bodies,
    async sweep(timeMs) {
      for await (const keys of storage.list())
        for (const key of keys.filter((key) => key.endsWith('part')))
          if (((await storage.writtenAt(key)) ?? timeMs) < timeMs) await storage.delete(key)
    },
    async write(path, body) {
      const { bavail, bsize } = await statfs(dirname(folder))
      if (body.byteLength > bavail * bsize - ROOM_FOR_ROWS) throw new Error('the disk is full')
      await bodies.write(path, body)
    },
  }
}
