/** Tests both storages of images, a folder and an S3 server. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trialImages } from '#drizzle/schema.ts'
import { trialImagesCommand } from '#server/admin/trial-images.ts'
import { createDatabaseFileBodies, openSharedBodies } from '#server/cluster/file-bodies.ts'
import { readConfig } from '#server/config/config.ts'
import type { Resources, Storage } from '#server/deps/deps.ts'
import { openStorage } from '#server/storage/storage.ts'
import { sweepOrphans } from '#server/trial-images/images.ts'
import { freshDatabase } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { PASSWORD } from './helpers/browser.ts'
import { type Bucket, startBucket } from './helpers/bucket.ts'
import { heavyPng, png, trialForm } from './helpers/png.ts'
import { setRole, startTestServer } from './helpers/server.ts'

const MIB = 1024 * 1024
/** Minimum size of a part in S3, bytes. */
const PART = 5 * MIB
const silent = pino({ level: 'silent' })

let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.close())
beforeEach(() => {
  bucket.refuse = () => false
})

const settings = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: makeFolder(), BILLING: 'sandbox', ...env }).trialImages.store
const inBucket = () => ({ TRIAL_IMAGES_URL: bucket.url, ...bucket.keys })

/** Returns bytes that differ by position, so that the test detects a misplaced part. */
const picture = (bytes: number): Buffer => {
  const made = Buffer.alloc(bytes)
  for (let i = 0; i + 4 <= bytes; i += 4) made.writeUInt32LE((i * 2_654_435_761) >>> 0, i)
  return made
}

/** Yields the bytes in small pieces, as a network does. */
async function* pieces(whole: Buffer, size = 61_003) {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}
const stream = (whole: Buffer) => Readable.from(pieces(whole), { objectMode: false })

async function* breaking(whole: Buffer) {
  yield* pieces(whole)
  throw new Error('the source broke')
}

async function pages(storage: Storage): Promise<(readonly string[])[]> {
  const found = []
  for await (const page of storage.list()) found.push(page)
  return found
}
const all = async (storage: Storage) => (await pages(storage)).flat().sort()
const read = async (storage: Storage, key: string) => {
  const found = await storage.get(key)
  return found && (await buffer(found))
}

describe.each([
  ['a folder', () => settings({})],
  ['a bucket', () => settings(inBucket())],
])('a storage in %s', (_where, at) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage(at(), silent)
  })

  it.each([
    ['of one byte', 1],
    ['one byte smaller than a part', PART - 1],
    ['of one part', PART],
    ['of two parts and a fraction', 2 * PART + 77_777],
  ])('the storage returns an image %s unchanged', async (_what, bytes) => {
    const whole = picture(bytes)
    await storage.put('aa/whole1234', stream(whole))
    expect((await read(storage, 'aa/whole1234'))?.equals(whole)).toBe(true)
    expect(await all(storage)).toEqual(['aa/whole1234'])
    await storage.delete('aa/whole1234')
    expect([await read(storage, 'aa/whole1234'), await all(storage)]).toEqual([null, []])
  })

  it.each([
    ['in its first part', 1000],
    ['after its first part', PART + 1000],
  ])('an upload whose stream fails %s does not leave an image', async (_when, bytes) => {
    const source = Readable.from(breaking(picture(bytes)), { objectMode: false })
    await expect(storage.put('bb/broken1234', source)).rejects.toThrow('the source broke')
    expect([await read(storage, 'bb/broken1234'), await all(storage)]).toEqual([null, []])
  })

  it("writtenAt returns an image's storage time, or null for a missing image", async () => {
    const before = Date.now() - 2000 // S3's timestamps have a resolution of 1 s
    await storage.put('cc/written1', stream(picture(10)))
    expect(await storage.writtenAt('cc/written1')).toBeGreaterThan(before)
    expect(await storage.writtenAt('cc/written2')).toBeNull()
    await storage.delete('cc/written1')
  })

  it('deleting a missing image succeeds', async () => {
    await storage.delete('dd/nothing12')
  })

  it.each(['../escape', '/etc/passwd', 'aa/../../x', 'aa/UPPER', ''])(
    'the storage rejects the invalid key %j',
    async (key) => {
      await expect(storage.put(key, stream(picture(1)))).rejects.toThrow('not a storage key')
      await expect(storage.get(key)).rejects.toThrow('not a storage key')
      await expect(storage.delete(key)).rejects.toThrow('not a storage key')
    },
  )

  it('the storage lists images page by page', async () => {
    const keyOf = (i: number) => `${i % 2 ? 'ee' : 'ff'}/page${String(i).padStart(8, '0')}`
    const keys = Array.from({ length: 520 }, (_, i) => keyOf(i)).sort()
    const putAll = async (some: readonly string[]) => {
      for (const key of some) await storage.put(key, stream(picture(4)))
    }
    // stores a few images at a time, because a busy machine rejects too many simultaneous connections
    await Promise.all([0, 1, 2, 3].map((lane) => putAll(keys.filter((_, i) => i % 4 === lane))))
    const found = await pages(storage)
    expect(found.flat().sort()).toEqual(keys)
    expect(found.length).toBeGreaterThan(1)
    expect(Math.max(...found.map((page) => page.length))).toBeLessThanOrEqual(500)
  })
})

describe('a storage in an S3 bucket', () => {
  it('a failed upload deletes its uploaded parts from the bucket', async () => {
    const storage = await openStorage(settings(inBucket()), silent)
    const source = Readable.from(breaking(picture(PART + 1000)), { objectMode: false })
    await expect(storage.put('gg/broken1234', source)).rejects.toThrow('the source broke')
    const last = bucket.asked.filter((line) => line.includes('gg/broken1234')).at(-1)
    expect(last).toMatch(/^DELETE trial\/images\/gg\/broken1234\?uploadId=/)
  })

  it('an unreachable bucket raises an error', async () => {
    const storage = await openStorage(settings(inBucket()), silent)
    bucket.refuse = () => true
    const source = stream(picture(PART * 2))
    await expect(storage.put('hh/away12345', source)).rejects.toThrow()
    expect(source.destroyed).toBe(true)
    await expect(storage.get('hh/away12345')).rejects.toThrow()
    await expect(storage.writtenAt('hh/away12345')).rejects.toThrow()
    await expect(pages(storage)).rejects.toThrow()
  })
})

it('a server with a bucket stores, shows and deletes images', async () => {
  const server = await startTestServer({ env: { BILLING: 'sandbox', ...inBucket() } })
  const { db, deps, folder } = server
  const { storage } = deps
  for await (const keys of storage.list()) for (const key of keys) await storage.delete(key)
  const anna = await server.signUp('anna@example.org')
  setRole(server, anna.id, 'trial')
  const upload = async (image: Uint8Array) =>
    (await anna.send('/api/save-trial-image', { method: 'POST', body: trialForm(anna.id, image) })).status
  const [small, large] = [png(40, 30), heavyPng(12 * MIB)]
  expect([await upload(small), await upload(large)]).toEqual([201, 201])
  expect(await upload(Buffer.concat([Buffer.from('more'), large]))).toBe(415)
  expect(await upload(heavyPng(26 * MIB))).toBe(413)
  const rows = db.orm.select().from(trialImages).all()
  expect(await all(storage)).toEqual(rows.map(({ storageKey }) => storageKey).sort())
  expect(readdirSync(folder)).not.toContain('trial-images')

  const target = join(folder, 'taken.png')
  const { id = '' } = rows.find(({ bytes }) => bytes === large.length) ?? {}
  const resources: Resources = { migrations: [], files: () => [], unit: () => '', command: ['midground'] }
  const context = { ...deps, args: ['get', id, target], resources, print: () => undefined }
  expect(await trialImagesCommand(context)).toBe(0)
  expect(readFileSync(target).equals(large)).toBe(true)

  await storage.put('zz/orphan1234', stream(small))
  server.clock.ms += 25 * 3_600_000
  expect([await sweepOrphans(deps), (await all(storage)).length]).toEqual([1, 2])
  const answer = await anna.send('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
  expect([answer.status, await all(storage)]).toEqual([204, []])
})

it("a trial export that can't be stored gets an error and doesn't leave a row", async () => {
  const lines: string[] = []
  const server = await startTestServer({ env: { BILLING: 'sandbox', ...inBucket() }, logLines: lines })
  const anna = await server.signUp('anna@example.org')
  setRole(server, anna.id, 'trial')
  bucket.refuse = () => true
  const body = trialForm(anna.id, heavyPng(6 * MIB))
  const answer = await anna.send('/api/save-trial-image', { method: 'POST', body })
  expect([answer.status, server.db.orm.select().from(trialImages).all()]).toEqual([500, []])
  expect(lines.join('')).not.toContain('S3RVER') // the log must not contain the secret key
})

const sharedFiles = () => openSharedBodies(freshDatabase(), settings(inBucket()), silent)

it('the storage returns stored client files of any name and size unchanged', async () => {
  const bodies = await sharedFiles()
  const large = Buffer.alloc(1_300_000, 'midground ')
  await bodies.write('/assets/ä b-1a2b3c4d.js', large)
  await bodies.write('/assets/empty-1a2b3c4d.css', Buffer.alloc(0))
  expect(await bodies.read('/assets/ä b-1a2b3c4d.js')).toEqual(large)
  expect(await bodies.read('/assets/empty-1a2b3c4d.css')).toEqual(Buffer.alloc(0))
  expect(await bodies.read('/assets/none-1a2b3c4d.js')).toBeNull()
  await bodies.delete(['/assets/ä b-1a2b3c4d.js', '/assets/none-1a2b3c4d.js'])
  expect(await bodies.read('/assets/ä b-1a2b3c4d.js')).toBeNull()
  expect(await bodies.read('/assets/empty-1a2b3c4d.css')).not.toBeNull()
})

it('the bucket finds and deletes the client files that were stored in the database before', async () => {
  const db = freshDatabase()
  const path = '/assets/old-1a2b3c4d.js'
  await createDatabaseFileBodies(db).write(path, Buffer.from('old'))
  const bodies = await openSharedBodies(db, settings(inBucket()), silent)
  expect([await bodies.read(path), await bodies.findStored([path])]).toEqual([Buffer.from('old'), new Set()])
  await bodies.write('/assets/new-1a2b3c4d.js', Buffer.from('new'))
  expect(await bodies.findStored([path, '/assets/new-1a2b3c4d.js'])).toEqual(new Set(['/assets/new-1a2b3c4d.js']))
  await bodies.delete([path])
  expect(await bodies.read(path)).toBeNull()
})

it('the sweep of trial images ignores client files', async () => {
  await (await sharedFiles()).write('/assets/script-1a2b3c4d.js', Buffer.from('x'))
  const listed: string[] = []
  for await (const page of (await openStorage(settings(inBucket()), silent)).list()) listed.push(...page)
  expect(listed.filter((key) => key.includes('client'))).toEqual([])
})
