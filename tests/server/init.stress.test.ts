/** Runs `midground init` as a process, with arguments and with answers on its standard input. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it, vi } from 'vitest'
import { INIT_USAGE, initCommand } from '#server/admin/init.ts'
import { hiddenPath, unitFor } from '#server/admin/init-files.ts'
import { readConfig } from '#server/config/config.ts'
import { makeFolder } from '../helpers/folders.ts'

const MAIN = join(import.meta.dirname, '../../server/start/main.ts')

/** Runs `init` in a new folder. `answers`: lines for its standard input. */
function init(words: readonly string[], answers: readonly string[] = []) {
  const folder = makeFolder()
  const [settings, unit] = [join(folder, 'midground.env'), join(folder, 'midground.service')]
  const args = [MAIN, 'init', '--settings', settings, '--unit', unit, ...words]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    input: answers.map((line) => `${line}\n`).join(''),
    env: {},
  })
  const isWritten = existsSync(settings) && existsSync(unit)
  return { status, output: stdout + stderr, settings, unit, isWritten }
}

/** Runs `init` in this process, without questions. `files`: arguments for a new folder. */
function inProcess() {
  const folder = makeFolder()
  const files = ['--settings', join(folder, 'a.env'), '--unit', join(folder, 'a.service')] as const
  return {
    folder,
    files,
    run: (words: readonly string[]) => initCommand(words, { unit: () => '', command: ['midground'] }),
  }
}

const configIn = (file: string) => readConfig(parseEnv(readFileSync(file, 'utf8')))

it('midground init writes the settings and the systemd unit from its arguments', () => {
  const { status, output, settings, unit } = init(['PUBLIC_ORIGIN=https://photos.example.org', 'BILLING=off'])
  expect([status, output]).toEqual([0, expect.stringContaining(`systemctl enable --now ${unit}\n`)])
  expect(output.match(/^ {2}sudo .+$/gm)).toHaveLength(2)
  const { publicOrigin, billing, smtp, trustProxy } = configIn(settings)
  expect([publicOrigin, billing, smtp, trustProxy]).toEqual(['https://photos.example.org', 'off', null, 1])
  expect([statSync(settings).mode & 0o777, statSync(unit).mode & 0o777]).toEqual([0o600, 0o644])
  expect(readFileSync(unit, 'utf8')).toContain(`\nExecStart=${process.execPath} ${MAIN}\n`)
  expect(readFileSync(unit, 'utf8')).toContain(`\nEnvironmentFile=${settings}\n`)
})

it('midground init asks for the origin, the billing and the mail server', () => {
  const answers = ['https://photos.example.org', 'off', 'mail.example.org', '465', 'us', 'se cret', 'a@example.org', '']
  const { status, output, settings } = init([], answers)
  expect([status, output]).toEqual([0, expect.stringContaining('SMTP_PORT [587]: ')])
  expect(output).not.toContain('STRIPE_SECRET_KEY:')
  expect(configIn(settings).smtp).toMatchObject({ host: 'mail.example.org', port: 465, password: 'se cret' })
})

it('after a wrong answer, midground init repeats the questions with the given answers as suggestions', () => {
  const wrong = ['photos.example.org', 'stripe', 'sk_test_1', 'whsec_1', 'price_1', 'price_2', '']
  const { status, output, settings } = init([], [...wrong, 'https://photos.example.org', '', '', '', '', '', ''])
  expect([status, output]).toEqual([0, expect.stringContaining('- PUBLIC_ORIGIN must look like https://')])
  const { billing, prices } = configIn(settings)
  expect([billing, prices]).toEqual(['stripe', { monthly: 'price_1', yearly: 'price_2' }])
})

it('midground init writes nothing if its input ends before the last question', () => {
  const { status, output, isWritten } = init([])
  expect([status, output, isWritten]).toEqual([1, expect.stringContaining('The input ended before'), false])
})

it.each([
  [['PUBLIC_ORIGIN=https://photos.example.org'], 'BILLING is needed'],
  [['PUBLIC_ORIGIN=https://photos.example.org', 'BILLING=sandbox'], 'sandbox'],
  [['PUBLIC_ORIGIN=https://photos.example.org', 'BILLING=off', 'BRAND_NAME=a"b'], 'BRAND_NAME has a quote'],
  [['COLOUR=red'], INIT_USAGE],
  [['PUBLIC_ORIGIN'], INIT_USAGE],
  [['--colour'], INIT_USAGE],
])('midground init rejects the arguments %j and writes nothing', async (words, sentence) => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const { folder, files, run } = inProcess()
  const ended = run([...files, ...words])
  if (sentence === INIT_USAGE) expect([await ended, said.mock.lastCall]).toEqual([2, [`midground ${INIT_USAGE}`]])
  else await expect(ended).rejects.toThrow(sentence)
  expect(readdirSync(folder)).toEqual([])
})

it('midground init replaces an existing file only with --force', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { files, run } = inProcess()
  const words = [...files, 'PUBLIC_ORIGIN=https://photos.example.org', 'BILLING=off']
  writeFileSync(files[1], 'old')
  await expect(run(words)).rejects.toThrow('exists already')
  expect(readFileSync(files[1], 'utf8')).toBe('old')
  expect(await run(['--force', ...words])).toBe(0)
})

const VALID = ['PUBLIC_ORIGIN=https://photos.example.org', 'BILLING=off']

it("midground init doesn't write any file if one of the files can't be written", async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { folder, files, run } = inProcess()
  const unit = join(folder, 'missing/a.service')
  const words = [...files.slice(0, 3), unit, ...VALID]
  await expect(run(words)).rejects.toThrow(/^Cannot write .*missing.* \(ENOENT\)\. No file was written\.$/)
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(join(folder, 'missing'))
  expect(await run(words)).toBe(0)
  expect(readdirSync(folder)).toEqual(['a.env', 'missing'])
})

it('midground init --force restores the first file if it can’t replace the second', async () => {
  const { folder, files, run } = inProcess()
  writeFileSync(files[1], 'old')
  mkdirSync(join(folder, 'a.service'))
  await expect(run(['--force', ...files, ...VALID])).rejects.toThrow('No file was written.')
  expect([readFileSync(files[1], 'utf8'), statSync(files[1]).mode & 0o777]).toEqual(['old', 0o600])
  expect(readdirSync(folder).sort()).toEqual(['a.env', 'a.service'])
})

it('midground init --force never writes secrets into a file that other users can read', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { files, run } = inProcess()
  writeFileSync(files[1], 'old')
  chmodSync(files[1], 0o644)
  const before = statSync(files[1]).ino
  expect(await run(['--force', ...files, ...VALID])).toBe(0)
  const { ino, mode } = statSync(files[1])
  expect([ino === before, mode & 0o777]).toEqual([false, 0o600])
})

it.each([
  [['/opt/my apps/midground'], 'ExecStart="/opt/my apps/midground"'],
  [['/opt/100%/midground'], 'ExecStart=/opt/100%%/midground'],
  [['/opt/$a/node', '/opt/$b/main.js'], 'ExecStart=/opt/$a/node /opt/$$b/main.js'],
  [['/opt/a"b\\c/midground'], 'ExecStart="/opt/a\\"b\\\\c/midground"'],
])('unitFor quotes the program %j for systemd', (command, line) => {
  expect(unitFor('ExecStart=x', command, '/etc/a.env')).toBe(line)
})

it('unitFor escapes percent signs in the settings path and rejects wildcards', () => {
  expect(unitFor('EnvironmentFile=x', [], '/etc/a b%.env')).toBe('EnvironmentFile=/etc/a b%%.env')
  expect(() => unitFor('EnvironmentFile=x', [], '/etc/[a].env')).toThrow('Choose a path without *, ?, [ and ].')
})

it('midground init warns of a program in a home folder, which the service can’t read', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const { files } = inProcess()
  const command = ['/home/ann/.nvm/versions/node/v24/bin/node', '/usr/lib/main.js'] as const
  expect(await initCommand([...files, ...VALID], { unit: () => '', command })).toBe(0)
  expect(said.mock.lastCall?.[0]).toContain(`the service can't read ${command[0]}`)
  expect(hiddenPath(['/usr/bin/node', '/homework/main.js'])).toBeNull()
})
