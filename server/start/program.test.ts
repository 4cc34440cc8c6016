/** Runs the operator's commands with wrong folders, files and arguments. Expects an error message and no new file. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { COMMANDS } from '#server/admin/commands.ts'
import { VARIABLES } from '#server/config/variables.ts'
import { readClientFolder } from '#server/static/files.ts'
import { freshDatabase, MIGRATIONS } from '../../tests/helpers/database.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { runProgram } from './program.ts'

const top = makeFolder()
const path = (name: string) => join(top, name)
const text = path('text')
beforeAll(() => {
  process.setMaxListeners(50) // each start adds listeners for signals
  for (const name of ['data', 'empty', 'blocked']) mkdirSync(path(name))
  writeFileSync(path('blocked/.locks'), '')
  symlinkSync(path('loop'), path('loop'))
  freshDatabase(path('data/midground.db')).close()
  writeFileSync(text, 'some text\n'.repeat(1000))
  const foreign = new Sqlite(path('foreign.db'))
  foreign.exec('create table songs (name text)')
  foreign.close()
  const versioned = new Sqlite(path('versioned.db'))
  versioned.exec('create table songs (name text); pragma user_version = 2')
  versioned.close()
})

/** Runs a command in this process. Returns its exit code and output. */
async function run(args: readonly string[], env: Record<string, string>) {
  let output = ''
  const add = (line: unknown) => {
    output += `${String(line).trimEnd()}\n`
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(add)
  vi.spyOn(process.stdout, 'on').mockReturnValue(process.stdout)
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(add)
  const files = (folder: string | null) => (folder ? readClientFolder(folder) : [])
  const resources = { migrations: MIGRATIONS, files, unit: () => '', command: ['midground'] } as const
  const code = await runProgram(args, { BILLING: 'off', ...env }, resources)
  vi.restoreAllMocks()
  return { code, output: output.trim() }
}

/** Returns the names of all files, except locks and the files that SQLite creates while a database is open. */
const allFiles = () =>
  readdirSync(top, { recursive: true })
    .map(String)
    .filter((name) => !/\.locks|-(wal|shm)$/.test(name))
    .sort()

/** Valid arguments of each command. */
const CALLS: Record<keyof typeof COMMANDS, readonly (readonly string[])[]> = {
  user: [['list'], ['show', 'a@example.org'], ['role', 'a@example.org', 'admin']],
  'reset-link': [['a@example.org']],
  'grant-pro': [['a@example.org', '5']],
  credits: [['a@example.org', '5']],
  changes: [[], ['5']],
  stats: [[]],
  db: [[]],
  'trial-images': [['list'], ['get', 'picture', path('picture.png')]],
  check: [[]],
  'mail-test': [['a@example.org']],
  backup: [[], [path('copy.db')]],
  restore: [[path('missing.db')], [text], [top]],
  'restore-drill': [[], [path('missing.db')], [text], [top]],
  move: [[path('missing.db')], [text]],
}
const calls = Object.entries(CALLS).flatMap(([name, all]) => all.map((args) => [[name, ...args]]))

it('CALLS contains arguments for every command', () => {
  expect(Object.keys(CALLS)).toEqual(Object.keys(COMMANDS))
})

describe.each([
  ['a missing DATA_DIR', path('missing/data')],
  ['a DATA_DIR that is a file', text],
  ['a DATA_DIR below a file', join(text, 'data')],
  ['a DATA_DIR in /proc', '/proc/data'],
  ['an empty DATA_DIR', path('empty')],
  ['a DATA_DIR that cannot be read', path('loop')],
  ['a DATA_DIR whose name is too long', path('x'.repeat(300))],
])('running a command with %s', (_what, dataDir) => {
  it.each(calls)('the command %j fails with a one-line error', async (args) => {
    const before = allFiles()
    const { code, output } = await run(args, { DATA_DIR: dataDir })
    expect([code, output]).toEqual([1, expect.not.stringMatching(/^\s+at /m)])
    if (args[0] !== 'check') expect(output.split('\n')).toHaveLength(1)
    expect(allFiles()).toEqual(before)
  })
})

it.each([
  [['user', 'show', 'nobody@example.org'], 1, 'No account found for nobody@example.org.'],
  [['user', 'marry', 'anna@example.org'], 2, `midground ${COMMANDS.user?.usage}`],
  [['credits', 'anna@example.org', '-1'], 2, 'midground credits EMAIL NUMBER'],
  [['credits', 'anna@example.org', '9'.repeat(19)], 1, 'NUMBER must be at most 1000000.'],
  [['grant-pro', 'anna@example.org'], 2, 'midground grant-pro EMAIL DAYS|off'],
  [['grant-pro', 'anna@example.org', '100000000'], 1, 'DAYS must be at most 36500.'],
  [['__proto__'], 2, 'There is no command "__proto__".'],
  [['mail-test', 'anna'], 2, 'midground mail-test ADDRESS'],
  [['backup', '--force', top], 1, `${top} is a folder, not a file.`],
  [['backup', text], 1, `${text} exists already.`],
  [['backup', '--force', '/dev/null'], 1, '/dev/null is not a regular file.'],
  [['backup', '/proc/b.db'], 1, 'cannot be written to'],
  [['restore', top], 1, `${top} is a folder, not a file.`],
  [['restore', text], 1, `${text} isn’t a database`],
  [['restore', path('foreign.db')], 1, 'isn’t a Midground database'],
] as const)('the command %j exits with code %i and the reason', async (args, code, words) => {
  expect(await run(args, { DATA_DIR: path('data') })).toEqual({ code, output: expect.stringContaining(words) })
})

it.each([
  ['/proc/data', 'cannot be written to'],
  [text, 'a part of it is a file'],
  [path('loop'), 'cannot be written to (ELOOP)'],
  [path('blocked'), `mkdir '${path('blocked/.locks')}'`],
])('restoring a valid backup to %s fails with a one-line error', async (dataDir, words) => {
  const { code, output } = await run(['restore', path('data/midground.db')], { DATA_DIR: dataDir })
  expect([code, output.split('\n')]).toEqual([1, [expect.stringContaining(words)]])
})

it('restoring to a libSQL server fails with advice to restore to a folder first, then move the database', async () => {
  const env = { DATA_DIR: path('data'), DATABASE_URL: 'http://127.0.0.1:9' }
  const { code, output } = await run(['restore', path('data/midground.db')], env)
  expect([code, output]).toEqual([1, expect.stringContaining('Restore the backup to a new folder, then move it')])
})

it('midground check accepts an empty database that a start on a full disk has left', async () => {
  mkdirSync(path('failed'))
  writeFileSync(path('failed/midground.db'), '')
  const { output } = await run(['check'], { DATA_DIR: path('failed') })
  expect(output).toMatch(/^ok +database .* will be made$/m)
})

const PUBLIC = { PUBLIC_ORIGIN: 'https://a.example', BILLING: 'off' }
const METRICS = { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1', METRICS_TOKEN: 'x'.repeat(16) }
const database = (name: string) => ({ DATABASE_URL: `file:${path(name)}` })

it.each<[string, Record<string, string>, string]>([
  ['several mistakes of the settings', { PORT: 'one', BILLING: 'free' }, 'PORT must be a whole'],
  ['an address of another machine', { ...PUBLIC, HOST: '192.0.2.1' }, 'Cannot listen on 192.0.2.1'],
  ['an unknown host name', { ...PUBLIC, HOST: 'nobody.invalid' }, 'Cannot listen on nobody.invalid'],
  ['METRICS_HOST of another machine', METRICS, 'Cannot listen on 192.0.2.1'],
  ['CLIENT_DIR: a missing folder', { CLIENT_DIR: path('missing') }, `CLIENT_DIR: ${path('missing')} does not exist.`],
  ['CLIENT_DIR: a file', { CLIENT_DIR: text }, `CLIENT_DIR: ${text} is a file.`],
  ['CLIENT_DIR: a folder without a client', { CLIENT_DIR: path('empty') }, 'holds no built client'],
  ['CLIENT_DIR: an unreadable folder', { CLIENT_DIR: path('loop') }, 'cannot be read (ELOOP)'],
  ['DATA_DIR: a file', { DATA_DIR: text }, `${text} cannot be made, for a part of it is a file`],
  ['DATA_DIR: a folder in /proc', { DATA_DIR: '/proc/x' }, 'cannot be written to'],
  ['DATA_DIR: an unreadable folder', { DATA_DIR: path('loop') }, '(ELOOP). See DATA_DIR.'],
  ['DATABASE_URL: a folder', database('empty'), `${path('empty')} is a folder, not a file.`],
  ['DATABASE_URL: a text file', database('text'), 'The database is damaged'],
  ['DATABASE_URL: an unreadable file', database('loop'), 'cannot be read (ELOOP)'],
  ['DATABASE_URL: a database of another program', database('foreign.db'), 'has tables but no schema version'],
  [
    'DATABASE_URL: a database of another program with a schema version',
    database('versioned.db'),
    'isn’t a Midground database',
  ],
])('a start with %s fails with an error message and no stack', async (_what, env, words) => {
  const { code, output } = await run([], { DATA_DIR: path('data'), PORT: '0', ...env })
  expect([code, output]).toEqual([1, expect.stringContaining(words)])
  expect(output, 'the output contains no stack').not.toMatch(/^\s+at /m)
})

it('midground --help lists the commands and settings', async () => {
  const { code, output } = await run(['--help'], {})
  expect(code).toBe(0)
  for (const word of [...Object.values(COMMANDS).map(({ usage }) => usage), ...Object.keys(VARIABLES)])
    expect(output).toContain(word)
})

it.each([...Object.keys(COMMANDS), 'render', 'mcp', 'templates', 'init', 'serve'])(
  'midground %s --help only prints the usage of this command',
  async (word) => {
    for (const args of [
      [word, '--help'],
      [word, 'a', '-h'],
      ['help', word],
    ]) {
      const { code, output } = await run(args, { DATA_DIR: path('missing') })
      expect([code, output.split('\n')[0]]).toEqual([0, expect.stringMatching(`^midground ${word}`)])
    }
  },
)

it.each([
  [['render', 'poster', 'a.png', '--what'], 'Unknown option --what. Options: --out,'],
  [['render', 'poster', 'a.png', '--out'], '--out needs a value.'],
  [['render', 'poster', 'a.png', '--json=1'], '--json takes no value.'],
  [['render'], 'Missing template.'],
  [['mcp', '--roots', 'x'], 'Unknown option --roots. Options: --root.'],
  [['mcp', '/photos'], 'Unknown argument /photos. Name a folder with --root.'],
  [['nothing'], 'There is no command "nothing".'],
  [['credits', 'a@example.org', '-1'], 'The arguments "a@example.org -1" don’t match this usage.'],
])('the reason of the rejected command %j is the last line, after the usage', async (args, reason) => {
  const { code, output } = await run(args, { DATA_DIR: path('data') })
  const lines = output.split('\n')
  expect([code, lines[0], lines.at(-1)]).toEqual([
    2,
    expect.stringMatching(/^midground/),
    expect.stringContaining(reason),
  ])
})

it.each([
  [['user', 'delete', 'a@example.org', '--dry-run']],
  [['user', 'delete', 'a@example.org', 'b@example.org']],
  [['user', 'role', 'a@example.org', 'owner']],
  [['user', 'list', '--json']],
  [['reset-link', 'a@example.org', 'b@example.org']],
  [['credits', 'a@example.org', '5', '6']],
  [['changes', '--json']],
  [['stats', 'extra']],
  [['trial-images', 'list', 'extra']],
  [['trial-images', 'get', 'picture', '--force']],
  [['check', '--json']],
  [['backup', '--dry-run']],
  [['backup', path('copy.db'), path('other.db')]],
  [['restore', path('data/midground.db'), path('other.db')]],
  [['restore', path('data/midground.db'), '--dry-run']],
  [['restore-drill', '--json']],
  [['serve', '--port', '80']],
  [['templates', '--json']],
])('the command %j with a wrong argument does nothing', async (args) => {
  const before = allFiles()
  const { code, output } = await run(args, { DATA_DIR: path('data') })
  expect([code, output]).toEqual([2, expect.stringMatching(/ don’t match this usage\.$/)])
  expect(allFiles()).toEqual(before)
})

it('midground restore-drill names a missing folder for temporary files', async () => {
  vi.stubEnv('TMPDIR', path('missing'))
  const { code, output } = await run(['restore-drill', path('data/midground.db')], { DATA_DIR: path('data') })
  vi.unstubAllEnvs()
  const reason = `The folder for temporary files ${path('missing')} can’t be used (ENOENT). See TMPDIR.`
  expect([code, output]).toEqual([1, reason])
})

const NUMBERS = ['-1', 'NaN', 'Infinity', '1e400', '0x10', '1.5', '9'.repeat(30), '٣']

describe.each([...NUMBERS, '__proto__', 'constructor', '', ' '])('calling a command with the argument %j', (word) => {
  it.each([
    [['credits', 'a@example.org', word]],
    [['grant-pro', 'a@example.org', word]],
    [['user', word]],
    [['user', word, 'a@example.org']],
    [['user', 'show', word]],
    [['trial-images', word]],
    [['trial-images', 'get', word, path('picture.png')]],
    [['reset-link', word]],
    [['mail-test', word]],
    [['restore', word]],
    [['restore-drill', word]],
    [['move', word]],
    [[word]],
  ])('the command %j fails with an error and without a stack trace', async (args) => {
    const before = allFiles()
    const { code, output } = await run(args, { DATA_DIR: path('data') })
    expect([1, 2]).toContain(code)
    expect(output).not.toMatch(/^\s+at /m)
    expect(allFiles()).toEqual(before)
  })
})
