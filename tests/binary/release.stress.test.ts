/** Tests the inputs of `npm run build:binary` and the files next to the executables. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeBill, writeSums } from '../../scripts/binary/release.mjs'
import { HOST, mustBePublished, readTarget, TARGETS } from '../../scripts/binary/targets.mjs'
import { makeFolder } from '../helpers/folders.ts'

const ROOT = join(import.meta.dirname, '../..')

it.each(Object.entries(TARGETS))(
  'the release target %s has a Node of the running version and an SQLite addon',
  (_, { node, addon }) => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    expect(`v${packages[`node_modules/${node[0]}`].version}`).toBe(process.version)
    expect(packages[`node_modules/${node[0]}`].integrity).toMatch(/^sha512-/)
    expect(existsSync(join(ROOT, 'node_modules/better-sqlite3/prebuilds', addon))).toBe(true)
  },
)

it('Node and the SQLite addons run with the glibc version that the documentation states', () => {
  const stated = /glibc ≥ 2\.(\d+)/.exec(readFileSync(join(ROOT, 'server/README.md'), 'utf8'))?.[1]
  const files = ['linux-x64.node', 'linux-arm64.node'].map((addon) =>
    join(ROOT, 'node_modules/better-sqlite3/prebuilds', addon),
  )
  const needed = [process.execPath, ...files].flatMap((file) =>
    [...readFileSync(file, 'latin1').matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor)),
  )
  expect(Math.max(...needed)).toBe(Number(stated))
})

it('SHASUMS256.txt has the published Node hash of every release target', () => {
  const text = readFileSync(join(ROOT, 'scripts/binary/SHASUMS256.txt'), 'utf8')
  const published = text.trim().split('\n')
  expect(published).toEqual(Object.keys(TARGETS).map((name) => expect.stringContaining(`${process.version}-${name}/`)))
})

it('mustBePublished rejects a Node executable with one changed bit', () => {
  const version = process.version.slice(1)
  const program = readFileSync(process.execPath)
  expect(() => mustBePublished(HOST, version, program)).not.toThrow()
  expect(() => mustBePublished(HOST, '24.0.0', program)).toThrow('has no line')
  program[1000]! ^= 1
  expect(() => mustBePublished(HOST, version, program)).toThrow('This isn’t the Node that nodejs.org published.')
})

it('without arguments, the release target is this machine', () => {
  expect(readTarget([])).toBe(HOST)
  expect(readTarget(['--target', 'linux-arm64'])).toBe('linux-arm64')
  expect(readTarget(['--target=win-x64'])).toBe('win-x64')
})

it.each([
  [['--target', 'darwin-arm64'], 'signing needs a Mac'],
  [['--target', 'amiga'], 'one of linux-x64, linux-arm64, win-x64'],
  [['--target'], 'one of linux-x64'],
  [['win-x64'], 'one of linux-x64'],
])('the release target %j is rejected with a reason', (args, reason) => {
  expect(() => readTarget(args)).toThrow(reason)
})

it('writeSums writes checksums of the executables in a folder', () => {
  const folder = makeFolder()
  const files = ['midground', 'midground-linux-arm64', 'midground-win-x64.exe']
  for (const name of [...files, 'server', 'midground.cdx.json']) writeFileSync(join(folder, name), name)
  const lines = readFileSync(writeSums(folder), 'utf8').trim().split('\n')
  expect(lines).toEqual(files.map((name) => `${createHash('sha256').update(name).digest('hex')}  ${name}`))
})

it('writeBill writes a CycloneDX bill of materials of the shipped packages', () => {
  const file = join(makeFolder(), 'bill.json')
  writeBill(file)
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  const names = bill.components.map(({ name }: { name: string }) => name)
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'midground'])
  expect(names).toEqual(expect.arrayContaining(['hono', 'react', 'better-sqlite3', 'otpauth']))
  expect(names).not.toContain('vitest')
})
