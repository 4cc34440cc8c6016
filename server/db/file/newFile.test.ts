import { constants, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../../tests/helpers/folders.ts'
import { nameBackup } from '../backups/backup.ts'
import { linkNew, takeFreshName } from './newFile.ts'

function folderWith(...names: string[]) {
  const folder = makeFolder()
  for (const name of names) writeFileSync(join(folder, name), name)
  return (name: string) => join(folder, name)
}
const withoutLinks = () => {
  throw Object.assign(new Error('no links here'), { code: 'EPERM' })
}

it.each([
  ['with hard links', undefined],
  ['without hard links', withoutLinks],
])('linkNew on a file system %s creates a file but never replaces a file', (_, link) => {
  const at = folderWith('part', 'old.png')
  linkNew(at('part'), at('new.png'), link)
  expect(readFileSync(at('new.png'), 'utf8')).toBe('part')
  expect(() => linkNew(at('part'), at('old.png'), link)).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(readFileSync(at('old.png'), 'utf8')).toBe('old.png')
})

it('takeFreshName returns the first unused numbered name', () => {
  const at = folderWith('part', 'a.db', 'a-2.db')
  const name = takeFreshName(at('a.db'), (free) => copyFileSync(at('part'), free, constants.COPYFILE_EXCL))
  expect(name).toBe(at('a-3.db'))
  expect(readdirSync(at('.')).sort()).toEqual(['a-2.db', 'a-3.db', 'a.db', 'part'])
})

it('a backup replaces an existing file only with the option `replaces`', () => {
  const at = folderWith('part', 'appeared.db')
  expect(() => nameBackup(at('part'), at('appeared.db'), {})).toThrow(`${at('appeared.db')} exists already.`)
  expect(readFileSync(at('appeared.db'), 'utf8')).toBe('appeared.db')
  nameBackup(at('part'), at('appeared.db'), { replaces: true })
  expect(readFileSync(at('appeared.db'), 'utf8')).toBe('part')
})
