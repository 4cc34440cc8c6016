import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDatabaseFileBodies } from '#server/cluster/file-bodies.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { indexFiles, type StaticFiles } from '#server/static/files.ts'
import { MIGRATIONS } from '../../tests/helpers/database.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { createClientVersions, type FileBodies, folderBodies } from './client-versions.ts'

const DAY_MS = 86_400_000
let folder: string
let db: FileDatabase
let now = 0
/** Paths that were read from the storage. */
let reads: string[] = []
let pauses: number[] = []
beforeEach(() => {
  folder = makeFolder()
  db = openDatabase({ file: join(folder, 'test.db'), migrations: MIGRATIONS })
  now = 1_800_000_000_000
  reads = []
  pauses = []
})
afterEach(() => db.close())

/** Advances the test's clock. */
const pause = async (ms: number) => {
  pauses.push(ms)
  now += ms
}

const serve = (bodies: FileBodies) =>
  createClientVersions({ db, bodies, now: () => now, pause, brandName: 'Midground' })

/** Returns the client versions of another server with the same database. */
function machine() {
  const rows = createDatabaseFileBodies(db)
  const read = (path: string) => {
    reads.push(path)
    return rows.read(path)
  }
  return serve({ ...rows, read })
}

const LARGE = Buffer.alloc(1_300_000, 'midground ')
function build(...paths: string[]): StaticFiles {
  const contentOf = (path: string) => (path.endsWith('.bin') ? LARGE : Buffer.from(`content of ${path}`))
  const sources = ['/index.html', ...paths].map((path) => ({ path, size: 1, content: contentOf(path) }))
  return indexFiles(sources, 'Midground')
}
const text = (content: unknown) => (content instanceof Uint8Array ? Buffer.from(content).toString() : null)

it('a server serves client files that another server has published', async () => {
  const [first, second] = [machine(), machine()]
  await first.publish(build('/assets/main-11111111.js', '/assets/same-22222222.js'))
  await second.publish(build('/assets/main-33333333.js', '/assets/same-22222222.js'))
  expect(text((await second.find('/assets/main-11111111.js'))?.content)).toBe('content of /assets/main-11111111.js')
  expect(text((await first.find('/assets/main-33333333.js'))?.content)).toBe('content of /assets/main-33333333.js')
  expect(await first.find('/index.html')).toBeNull()
})

it('the server compresses the text files that it reads from storage', async () => {
  await machine().publish(build('/assets/main-11111111.js'))
  const other = machine()
  const script = await other.find('/assets/main-11111111.js')
  expect(brotliDecompressSync(script?.brotli ?? new Uint8Array()).toString()).toBe(
    'content of /assets/main-11111111.js',
  )
  expect(script).toMatchObject({ type: 'text/javascript; charset=utf-8', immutable: true })
})

it('the server splits large stored files into pieces', async () => {
  await machine().publish(build('/assets/main-11111111.js', '/models/model-44444444.bin'))
  const model = await machine().find('/models/model-44444444.bin')
  expect([model?.brotli, LARGE.equals(model?.content as Uint8Array)]).toEqual([null, true])
  expect(db.orm.all(sql`select piece from client_files`)).toHaveLength(1 + 3)
})

it('simultaneous requests for a file read the storage only once', async () => {
  await machine().publish(build('/assets/main-11111111.js'))
  const other = machine()
  const ask = () => other.find('/assets/main-11111111.js')
  await Promise.all([ask(), ask(), ask()])
  expect([reads, pauses]).toEqual([['/assets/main-11111111.js'], []])
  await machine().publish(build('/assets/main-33333333.js'))
  now += 300
  const asked = ['/assets/main-33333333.js', '/assets/a-44444444.js', '/assets/b-44444444.js'].map(other.find)
  expect((await Promise.all(asked)).map((file) => file !== null)).toEqual([true, false, false])
  expect(pauses).toEqual([700]) // the three requests share one read
})

it('the server deletes a client version a week after its last use', async () => {
  const [first, second] = [machine(), machine()]
  await first.publish(build('/assets/main-11111111.js', '/assets/same-22222222.js'))
  await second.publish(build('/assets/main-33333333.js', '/assets/same-22222222.js'))
  now += 6 * DAY_MS
  await first.refresh()
  now += 6 * DAY_MS
  await first.refresh()
  const other = machine()
  expect(await other.find('/assets/main-33333333.js')).toBeNull()
  expect(await other.find('/assets/same-22222222.js')).not.toBeNull()
  expect(await other.find('/assets/main-11111111.js')).not.toBeNull()
})

it('the server resumes an interrupted publication of client files', async () => {
  const rows = createDatabaseFileBodies(db)
  const write = async (path: string, body: Uint8Array) => {
    if (path.includes('main')) throw new Error('the bucket is away')
    await rows.write(path, body)
  }
  const broken = serve({ ...rows, write })
  const files = build('/assets/a-22222222.js', '/assets/main-11111111.js')
  await expect(broken.publish(files)).rejects.toThrow('away')
  expect(await machine().find('/assets/a-22222222.js')).toBeNull() // ignores a version that isn't completely published
  await machine().publish(files)
  expect(await machine().find('/assets/main-11111111.js')).not.toBeNull()
})

it('the server retries a failed publication of client files at the next refresh', async () => {
  let isAway = true
  const rows = createDatabaseFileBodies(db)
  const write = (path: string, body: Uint8Array) =>
    isAway ? Promise.reject(new Error('the bucket is away')) : rows.write(path, body)
  const starting = serve({ ...rows, write })
  await expect(starting.publish(build('/assets/a-11111111.js'))).rejects.toThrow('away')
  await expect(starting.refresh()).rejects.toThrow('away')
  expect(await machine().find('/assets/a-11111111.js')).toBeNull()
  isAway = false
  await starting.refresh()
  expect((await machine().find('/assets/a-11111111.js'))?.path).toBe('/assets/a-11111111.js')
})

/** Returns the client versions of a single machine, which stores its files in a folder. */
const single = () => serve(folderBodies(join(folder, 'client-files')))
const storedFiles = () =>
  readdirSync(join(folder, 'client-files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

it('a server without other machines finds the client files of earlier versions in its folder', async () => {
  await single().publish(build('/assets/main-11111111.js', '/models/model-44444444.bin'))
  const next = single()
  await next.publish(build('/assets/main-33333333.js'))
  expect(text((await next.find('/assets/main-11111111.js'))?.content)).toBe('content of /assets/main-11111111.js')
  expect(LARGE.equals((await next.find('/models/model-44444444.bin'))?.content as Uint8Array)).toBe(true)
  now += 8 * DAY_MS
  await next.refresh()
  expect(await single().find('/assets/main-11111111.js')).toBeNull()
  expect(storedFiles()).toHaveLength(1)
})

it('the server deletes the unfinished files of a killed process a day later', async () => {
  const server = single()
  await server.publish(build('/assets/main-11111111.js'))
  mkdirSync(join(folder, 'client-files/zz'))
  for (const [name, ageMs] of [
    ['a', 2 * DAY_MS],
    ['b', 0],
  ] as const) {
    const file = join(folder, `client-files/zz/${name.repeat(8)}.1-part`)
    writeFileSync(file, 'x')
    utimesSync(file, now / 1000, (now - ageMs) / 1000)
  }
  await server.refresh()
  expect(storedFiles().map(({ name }) => name.endsWith('part'))).toEqual(expect.arrayContaining([true, false]))
  expect(storedFiles()).toHaveLength(2)
})

it('restarting the server publishes client files that are missing in the storage folder', async () => {
  const files = build('/assets/main-11111111.js')
  await single().publish(files)
  rmSync(join(folder, 'client-files'), { recursive: true })
  await single().publish(files)
  expect(text((await single().find('/assets/main-11111111.js'))?.content)).toBe('content of /assets/main-11111111.js')
})

it('restarting the server publishes its client files again if the settings name another storage', async () => {
  const files = build('/assets/main-11111111.js', '/models/model-44444444.bin')
  await machine().publish(files)
  await single().publish(files) // a folder stands for the bucket: both store the files by the hash of their path
  const next = single()
  await next.publish(build('/assets/main-33333333.js'))
  expect(text((await next.find('/assets/main-11111111.js'))?.content)).toBe('content of /assets/main-11111111.js')
  db.orm.run(sql`delete from client_files`)
  await machine().publish(files)
  const model = await machine().find('/models/model-44444444.bin')
  expect(LARGE.equals(model?.content as Uint8Array)).toBe(true)
})

it('a restart does not write the client files again that are stored', async () => {
  const files = build('/assets/main-11111111.js')
  await machine().publish(files)
  await single().publish(files)
  const written: string[] = []
  for (const bodies of [createDatabaseFileBodies(db), folderBodies(join(folder, 'client-files'))])
    await serve({ ...bodies, write: async (path) => void written.push(path) }).publish(files)
  expect(written).toEqual([])
})

it('an aborted publication does not store a file', async () => {
  const stopped = single().publish(build('/assets/main-11111111.js'), AbortSignal.abort(new Error('stopping')))
  await expect(stopped).rejects.toThrow('stopping')
  expect(existsSync(join(folder, 'client-files'))).toBe(false)
})
