/** Trial images in a folder are part of a backup, of a restore and of the drill. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { trialImages, users } from '#drizzle/schema.ts'
import { runCommand } from '#server/admin/commands.ts'
import { readConfig } from '#server/config/config.ts'
import { type FileDatabase, openDatabase } from '#server/db/open.ts'
import { dropDeleted } from '#server/storage/backup-pictures.ts'
import { makeFolder } from '../helpers/folders.ts'
import { freshDatabase, MIGRATIONS } from './helpers/server.ts'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, linkSync: vi.fn(fs.linkSync) }
})

let folder = ''
let db: FileDatabase
beforeEach(() => {
  folder = makeFolder()
  db = freshDatabase(join(folder, 'midground.db'))
  db.orm.insert(users).values({ id: 'u1', email: 'a@b.cc', emailKey: 'a@b.cc', passwordHash: 'x', createdAt: 0 }).run()
  return () => db.close()
})

const keyOf = (name: string): string => `${name}${name}/${name.repeat(16)}`
const live = (name: string): string => join(folder, 'trial-images', keyOf(name))
const copied = (name: string): string => join(folder, 'backups/backup-pictures', keyOf(name))
const contentOf = (name: string): Buffer => Buffer.alloc(5000, name)
const reopen = () => {
  db = openDatabase({ file: join(folder, 'midground.db'), migrations: MIGRATIONS })
}

function store(name: string, deleteAfter = Date.now() / 1000 + 86_400): void {
  mkdirSync(dirname(live(name)), { recursive: true })
  writeFileSync(live(name), contentOf(name), { mode: 0o600 })
  const row = { id: name, userId: 'u1', storageKey: keyOf(name), editorType: 'custom_editor' }
  const size = { bytes: 5000, width: 1, height: 1, createdAt: 1, deleteAfter: Math.ceil(deleteAfter) }
  db.orm
    .insert(trialImages)
    .values({ ...row, ...size })
    .run()
}

function deleteByOwner(name: string): void {
  db.orm.delete(trialImages).where(eq(trialImages.id, name)).run()
  rmSync(live(name))
}

async function run(word: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const resources = { migrations: MIGRATIONS, files: () => [], command: ['node'] as const }
  try {
    const code = await runCommand(word, args, readConfig({ DATA_DIR: folder }), resources)
    return { code, output: lines.join('\n') }
  } catch (error) {
    return { code: 1, output: String(error) }
  } finally {
    log.mockRestore()
  }
}
const backup = (name: string) => run('backup', join(folder, 'backups', name))
const drill = (name: string) => run('restore-drill', join(folder, 'backups', name))
async function restore(name: string) {
  db.close()
  try {
    return await run('restore', join(folder, 'backups', name))
  } finally {
    reopen()
  }
}

it('a restore brings back the pictures of the restored rows, byte for byte', async () => {
  store('a')
  store('b')
  expect(await backup('one.db')).toMatchObject({ code: 0, output: expect.stringContaining('2 pictures') })
  rmSync(join(folder, 'trial-images'), { recursive: true })
  expect(await restore('one.db')).toMatchObject({ code: 0, output: expect.stringContaining('2 pictures') })
  for (const name of ['a', 'b']) expect(readFileSync(live(name)).equals(contentOf(name))).toBe(true)
})

it('a picture deleted before the backup is not brought back, though an older backup still has it', async () => {
  store('a')
  store('b')
  await backup('one.db')
  deleteByOwner('a')
  await backup('two.db')
  expect(existsSync(copied('a')), 'the row of the older backup needs it').toBe(true)
  rmSync(join(folder, 'trial-images'), { recursive: true })
  await restore('two.db')
  expect([existsSync(live('a')), existsSync(live('b'))]).toEqual([false, true])
})

it('a deleted picture leaves the backups with the last backup that has its row', async () => {
  store('a')
  store('b')
  await backup('one.db')
  deleteByOwner('a')
  rmSync(join(folder, 'backups/one.db'))
  await backup('two.db')
  expect([existsSync(copied('a')), existsSync(copied('b'))]).toEqual([false, true])
  expect(await drill('two.db')).toMatchObject({ code: 0, output: expect.stringContaining('1 picture') })
})

it('a copied picture does not outlive its retention time, whatever backup has its row', async () => {
  store('a')
  store('b')
  await backup('one.db')
  db.orm.update(trialImages).set({ deleteAfter: 2 }).where(eq(trialImages.id, 'a')).run()
  rmSync(join(folder, 'backups/one.db')) // its row says that there is time
  expect(await backup('two.db')).toMatchObject({ code: 0, output: expect.stringContaining('1 picture') })
  expect([existsSync(copied('a')), existsSync(copied('b'))]).toEqual([false, true])
  expect(await drill('two.db'), 'the first sweep after a restore deletes the row').toMatchObject({ code: 0 })
})

it('keeps every copied picture while some database beside it cannot be read', async () => {
  store('a')
  await backup('one.db')
  deleteByOwner('a')
  const one = join(folder, 'backups/one.db')
  writeFileSync(one, Buffer.concat([readFileSync(one).subarray(0, 100), Buffer.alloc(9000, 7)]))
  await backup('two.db')
  expect(existsSync(copied('a'))).toBe(true)
})

it('links pictures where the file system can, and copies them where it cannot', async () => {
  store('a')
  await backup('one.db')
  expect(statSync(copied('a')).ino).toBe(statSync(live('a')).ino)
  vi.mocked(linkSync).mockImplementation(() => {
    throw Object.assign(new Error('cross-device link'), { code: 'EXDEV' })
  })
  try {
    store('b')
    await backup('two.db')
    expect(statSync(copied('b')).ino).not.toBe(statSync(live('b')).ino)
    expect(readFileSync(copied('b')).equals(contentOf('b'))).toBe(true)
    expect(statSync(copied('b')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(copied('b'))), 'no half copy stays').toHaveLength(1)
  } finally {
    vi.mocked(linkSync).mockReset()
  }
})

it('replaces half a picture that an interrupted copy or a fault has left', async () => {
  store('a')
  await backup('one.db')
  rmSync(live('a'))
  writeFileSync(live('a'), contentOf('a').subarray(0, 100))
  await restore('one.db')
  expect(readFileSync(live('a')).equals(contentOf('a'))).toBe(true)
})

it('the drill tells of a picture that is missing or cut short', async () => {
  store('a')
  store('b')
  await backup('one.db')
  expect(await drill('one.db')).toMatchObject({ code: 0, output: expect.stringContaining('2 pictures') })
  rmSync(copied('a'))
  expect(await drill('one.db')).toMatchObject({ code: 1, output: expect.stringContaining(keyOf('a')) })
  await backup('two.db')
  expect(await drill('two.db'), 'the next backup copies it again').toMatchObject({ code: 0 })
  truncateSync(copied('b'), 10)
  expect(await drill('two.db')).toMatchObject({ code: 1, output: expect.stringContaining(keyOf('b')) })
})

it('a backup says which pictures are lost already', async () => {
  store('a')
  rmSync(live('a'))
  expect(await backup('one.db')).toMatchObject({ code: 0, output: expect.stringContaining(keyOf('a')) })
  expect(await restore('one.db')).toMatchObject({ code: 0, output: expect.stringContaining(keyOf('a')) })
})

it('a row deleted while the backup was made leaves the copy too; that of a lost file stays', async () => {
  store('a')
  store('b')
  await backup('one.db')
  db.orm.delete(trialImages).where(eq(trialImages.id, 'a')).run()
  const copy = join(folder, 'backups/one.db')
  const keys = [keyOf('a'), keyOf('b')]
  expect(dropDeleted(copy, join(folder, 'midground.db'), keys, { now: 0 })).toEqual([keyOf('b')])
  rmSync(copied('a'))
  expect(await drill('one.db')).toMatchObject({ code: 0, output: expect.stringContaining('1 picture') })
})
