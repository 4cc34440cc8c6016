import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { OperatorError } from './failure.ts'
import { refuseLostDatabase } from './presence.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder()
})

const begin = () => refuseLostDatabase(join(folder, 'midground.db'))
const backups = (): string => join(folder, 'backups')

it('refuses to create a database beside a backup', () => {
  mkdirSync(backups())
  writeFileSync(join(backups(), 'midground-2026-11-23T020000Z.db'), '')
  expect(begin).toThrow(OperatorError)
})

it('starts with an empty data folder, or with a file named backups', () => {
  expect(begin).not.toThrow()
  writeFileSync(backups(), '')
  expect(begin).not.toThrow()
})

it('reports unreadable backups', () => {
  symlinkSync('backups', backups()) // a symlink loop, because root can read anything else
  expect(begin).toThrow(new OperatorError(`${backups()} cannot be read (ELOOP).`))
})
