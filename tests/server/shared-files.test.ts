/** Tests client files that servers share through a bucket. */

import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSharedClientFiles, type FileBodies } from '#server/cluster/client-files.ts'
import { fileObjects } from '#server/cluster/file-bodies.ts'
import { readConfig } from '#server/config/config.ts'
import { indexFiles } from '#server/static/files.ts'
import { openStorage } from '#server/storage/storage.ts'
import { freshDatabase } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { type Bucket, startBucket } from './helpers/bucket.ts'

const silent = pino({ level: 'silent' })
let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.close())

function storeOf() {
  const env = { DATA_DIR: makeFolder(), BILLING: 'sandbox', TRIAL_IMAGES_URL: bucket.url, ...bucket.keys }
  const { store } = readConfig(env).trialImages
  if (store.kind !== 's3') throw new Error('the address names a bucket')
  return store
}
const bodiesOf = (): Promise<FileBodies> => fileObjects(storeOf(), silent)

it('stores files of any name and size, and deletes the named ones', async () => {
  const bodies = await bodiesOf()
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

it('are ignored by the sweep of trial images', async () => {
  await (await bodiesOf()).write('/assets/script-1a2b3c4d.js', Buffer.from('x'))
  const listed: string[] = []
  for await (const page of (await openStorage(storeOf(), silent)).list()) listed.push(...page)
  expect(listed).toEqual([])
})

it('are served by a server with another version while the bucket responds', async () => {
  const db = freshDatabase(join(makeFolder(), 'midground.db'))
  const machine = async () =>
    createSharedClientFiles({
      db,
      bodies: await bodiesOf(),
      now: Date.now,
      pause: async () => undefined,
      brandName: 'M',
    })
  const path = '/assets/old-1a2b3c4d.js'
  const source = { path, size: 1, content: Buffer.from('export const old = 1') }
  const page = { path: '/index.html', size: 1, content: Buffer.from('<html></html>') }
  await (await machine()).publish(indexFiles([page, source], 'M'))
  const other = await machine()
  bucket.refuse = (line) => line.startsWith('GET')
  await expect(other.find(path)).rejects.toThrow()
  bucket.refuse = () => false
  const found = await other.find(path)
  expect(brotliDecompressSync(found?.brotli ?? new Uint8Array()).toString()).toBe('export const old = 1')
  db.close()
})
