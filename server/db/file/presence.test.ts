import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { MIGRATIONS } from '../../../tests/helpers/database.ts'
import { makeFolder } from '../../../tests/helpers/folders.ts'
import { OperatorError } from '../failure.ts'
import { openDatabase } from '../open.ts'
import { refuseLostDatabase } from './presence.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder()
})

const begin = () => refuseLostDatabase(join(folder, 'midground.db'))
const backups = (): string => join(folder, 'backups')

it("the server doesn't start without its database file if there are backups", () => {
  mkdirSync(backups())
  writeFileSync(join(backups(), 'midground-2026-11-23T020000Z.db'), '')
  expect(begin).toThrow(OperatorError)
})

it('the server creates a database if there are no backups, even if a file is named backups', () => {
  expect(begin).not.toThrow()
  writeFileSync(backups(), '')
  expect(begin).not.toThrow()
})

it.each([
  ['emptied', 'empty', (file: string) => truncateSync(file, 0)],
  ['deleted', 'missing', (file: string) => rmSync(file)],
])(
  "after the database file was %s, the server doesn't create a new database until its locks are deleted",
  (_how, word, lose) => {
    const file = join(folder, 'midground.db')
    const open = () => openDatabase({ file, migrations: MIGRATIONS })
    open().close()
    lose(file)
    expect(open).toThrow(
      `${file} is ${word}, but there was a database here. Restore a backup (midground restore FILE); to begin anew, delete ${join(folder, '.locks')}.`,
    )
    expect(readdirSync(folder)).not.toContain('midground.db-wal')
    rmSync(join(folder, '.locks'), { recursive: true })
    open().close()
  },
)

it('the message about a lost database names both folders if there are backups', () => {
  const file = join(folder, 'midground.db')
  const open = () => openDatabase({ file, migrations: MIGRATIONS })
  open().close()
  mkdirSync(backups())
  writeFileSync(join(backups(), 'midground-2026-11-23T020000Z.db'), '')
  rmSync(file)
  expect(open).toThrow(`to begin anew, delete ${join(folder, '.locks')} and move ${backups()} away.`)
  rmSync(join(folder, '.locks'), { recursive: true })
  expect(open).toThrow(`to begin anew, move ${backups()} away.`)
  renameSync(backups(), join(folder, 'away'))
  open().close()
})

it("the server doesn't start if the backup folder is unreadable", () => {
  symlinkSync('backups', backups()) // even root can't read a symlink loop
  expect(begin).toThrow(new OperatorError(`${backups()} cannot be read (ELOOP).`))
})
