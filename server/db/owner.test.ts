import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { MIGRATIONS } from '../../tests/helpers/database.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { backUp } from './backups/backup.ts'
import { restore } from './backups/restore.ts'
import { openDatabase } from './open.ts'

const SERVICE = 65_534

let folder: string
let file: string
beforeEach(() => {
  folder = makeFolder()
  file = join(folder, 'midground.db')
  openDatabase({ file, migrations: MIGRATIONS }).close()
})

const owners = (...paths: string[]) => paths.map((path) => statSync(join(folder, path)).uid)

it.skipIf(process.getuid?.() !== 0)("files that root creates belong to the service's user", () => {
  rmSync(join(folder, '.locks'), { recursive: true })
  for (const path of [folder, file]) chownSync(path, SERVICE, SERVICE)
  backUp(file, join(folder, 'backups/copy.db'), MIGRATIONS)
  expect(owners('backups', 'backups/copy.db')).toEqual([SERVICE, SERVICE])
  const db = openDatabase({ file, migrations: MIGRATIONS }) // opens the database as the operator's commands do
  db.close()
  restore(join(folder, 'backups/copy.db'), file, MIGRATIONS, 'now')
  const restored = ['.locks', '.locks/midground.db.in-use', '.locks/midground.db.present', 'midground.db']
  expect(owners(...restored)).toEqual(restored.map(() => SERVICE))
})

it.skipIf(process.getuid?.() !== 0)("a new database and its log belong to the service's user", async () => {
  const fresh = join(folder, 'service')
  mkdirSync(fresh)
  chownSync(fresh, SERVICE, SERVICE)
  const db = openDatabase({ file: join(fresh, 'midground.db'), migrations: MIGRATIONS })
  expect(await db.probe()).toBeNull()
  const names = ['midground.db', 'midground.db-wal', 'midground.db-shm']
  expect(owners(...names.map((name) => join('service', name)))).toEqual([SERVICE, SERVICE, SERVICE])
  db.close()
})
