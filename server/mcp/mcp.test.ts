import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UsageError } from '#server/render/options.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { rootsIn } from './mcp.ts'

const home = realpathSync(makeFolder())
const photos = join(home, 'Pictures')
mkdirSync(photos)

it.each([
  ['the root of the disk', '/'],
  ['the home folder', home],
  ['a folder above the home folder', join(home, '..')],
])('in %s, midground mcp without --root fails and suggests a --root', (_, current) => {
  expect(() => rootsIn([], current, home)).toThrow(UsageError)
  expect(() => rootsIn([], current, home)).toThrow(`midground mcp --root ${photos}`)
})

it('without --root, midground mcp uses a specific current folder, such as Pictures, as its root', () => {
  expect(rootsIn([], photos, home)).toEqual([photos])
  expect(rootsIn([], photos, '/missing/home')).toEqual([photos])
})

it('midground mcp uses the folders given with --root, in any current folder', () => {
  expect(rootsIn(['--root', '/a', '--root=/b'], '/', home)).toEqual(['/a', '/b'])
})
