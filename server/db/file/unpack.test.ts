import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../../../tests/helpers/folders.ts'
import { loadAddon, unpackAddon } from './unpack.ts'

const CONTENT = Buffer.from('an addon')

let folder = ''
beforeEach(() => {
  folder = makeFolder()
})

it('unpackAddon writes the addon file once, accessible only to its owner', () => {
  const file = unpackAddon(folder, 'a.node', CONTENT)
  expect(readFileSync(file).equals(CONTENT)).toBe(true)
  const { ino, mode } = statSync(file)
  expect(mode & 0o777).toBe(0o500)
  expect(statSync(unpackAddon(folder, 'a.node', CONTENT)).ino).toBe(ino)
})

it('unpackAddon replaces a changed addon file', () => {
  const file = unpackAddon(folder, 'a.node', CONTENT)
  rmSync(file)
  writeFileSync(file, 'planted')
  unpackAddon(folder, 'a.node', CONTENT)
  expect(readFileSync(file).equals(CONTENT)).toBe(true)
})

it('unpackAddon deletes older versions of the addon', () => {
  unpackAddon(folder, 'a.node', CONTENT)
  unpackAddon(folder, 'b.node', CONTENT)
  expect(readdirSync(join(folder, '.native'))).toEqual(['b.node'])
})

it("the error of loadAddon explains why the system can't load the addon", () => {
  expect(() => loadAddon(folder, 'a.node', CONTENT)).toThrow(/cannot be loaded.*noexec.*a\.node/)
})
