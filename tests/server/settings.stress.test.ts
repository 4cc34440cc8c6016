/** Tests settings and arguments that only a start can check: each mistake gives one sentence and exit code 1. */
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { runProgram } from './helpers/process.ts'

/** User id of `nobody`: if the tests run as root, the program runs as `nobody`, because root can read every file. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

const folder = makeFolder()
const path = (name: string) => join(folder, name)

beforeAll(() => {
  chmodSync(folder, 0o755)
  mkdirSync(path('folder'))
  mkdirSync(path('data'))
  mkdirSync(path('rows'))
  mkdirSync(path('locked-folder'))
  writeFileSync(path('text'), 'some text\n'.repeat(1000))
  writeFileSync(path('rows/text'), 'some text\n'.repeat(1000))
  writeFileSync(path('rows/unreadable'), 'sk_test_1')
  writeFileSync(path('unreadable'), 'sk_test_1')
  const foreign = new Sqlite(path('rows/foreign.db'))
  foreign.exec('create table songs (name text)')
  foreign.close()
  const later = new Sqlite(path('rows/versioned.db'))
  later.exec('create table songs (name text); pragma user_version = 2')
  later.close()
  if (isRoot)
    for (const name of ['data', 'folder', 'rows', 'rows/foreign.db', 'rows/versioned.db', 'rows/text', 'text'])
      chownSync(path(name), NOBODY, NOBODY)
  chmodSync(path('unreadable'), 0)
  chmodSync(path('rows/unreadable'), 0)
  chmodSync(path('locked-folder'), 0)
})
afterAll(() => {
  chmodSync(path('locked-folder'), 0o700)
})

const PUBLIC = { PUBLIC_ORIGIN: 'https://a.example', BILLING: 'off' }
const METRICS = { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1', METRICS_TOKEN: 'x'.repeat(16) }
const database = (name: string) => ({ DATABASE_URL: `file:${path(name)}` })

const ROWS: readonly (readonly [what: string, env: Readonly<Record<string, string>>, words: string])[] = [
  ['several mistakes of the settings', { PORT: 'one', BILLING: 'free' }, 'PORT must be a whole'],
  ['HOST: an address of another machine', { ...PUBLIC, HOST: '192.0.2.1' }, 'Cannot listen on 192.0.2.1'],
  ['HOST: an unknown host name', { ...PUBLIC, HOST: 'nobody.invalid' }, 'Cannot listen on nobody.invalid'],
  ['METRICS_HOST: an address of another machine', METRICS, 'Cannot listen on 192.0.2.1'],
  ['CLIENT_DIR: a missing folder', { CLIENT_DIR: path('missing') }, `CLIENT_DIR: ${path('missing')} does not exist.`],
  ['CLIENT_DIR: a file', { CLIENT_DIR: path('text') }, `CLIENT_DIR: ${path('text')} is a file.`],
  ['CLIENT_DIR: a folder of something else', { CLIENT_DIR: path('folder') }, 'holds no built client'],
  ['CLIENT_DIR: an unreadable folder', { CLIENT_DIR: path('locked-folder') }, 'cannot be read (EACCES)'],
  ['DATA_DIR: a file', { DATA_DIR: path('text') }, `${path('text')} cannot be made, for a part of it is a file`],
  ['DATA_DIR: a folder below a file', { DATA_DIR: join(path('text'), 'data') }, 'a part of it is a file'],
  ['DATA_DIR: a folder of the kernel', { DATA_DIR: '/proc/x' }, 'cannot be written to'],
  ['DATA_DIR: an unreadable folder', { DATA_DIR: path('locked-folder') }, '(EACCES). See DATA_DIR.'],
  ['DATABASE_URL: a folder', database('folder'), `${path('folder')} is a folder, not a file.`],
  ['DATABASE_URL: a text file', database('rows/text'), 'The database is damaged'],
  ['DATABASE_URL: an unreadable file', database('rows/unreadable'), 'cannot be written to (EACCES)'],
  ['DATABASE_URL: a database of another program', database('rows/foreign.db'), 'has tables but no schema version'],
  ['DATABASE_URL: the same with a version', database('rows/versioned.db'), 'isn’t a Midground database'],
]

it.concurrent.each(ROWS)('%s', async (_what, env, words) => {
  const { code, output } = await runProgram([], { DATA_DIR: path('data'), PORT: '0', ...env }, user)
  expect([code, output]).toEqual([1, expect.stringContaining(words)])
  expect(output, 'a stack').not.toMatch(/^\s+at /m)
})

it('a restore of an unreadable file', async () => {
  const { code, output } = await runProgram(['restore', path('unreadable')], { DATA_DIR: path('data') }, user)
  expect([code, output.trim()]).toEqual([1, `${path('unreadable')} cannot be read (EACCES).`])
})
