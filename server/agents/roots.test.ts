import { linkSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { UsageError } from '#server/render/options.ts'
import { createRoots, type Roots } from './roots.ts'

let [outside, root] = ['', '']
let roots: Roots
beforeAll(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')))
  root = realpathSync(mkdtempSync(join(tmpdir(), 'root-')))
  roots = createRoots([root])
  for (const folder of ['in', '..dots']) mkdirSync(join(root, folder))
  for (const path of [join(outside, 'secret.png'), join(root, 'in/photo.png'), join(root, '..dots/photo.png')])
    writeFileSync(path, 'x')
  symlinkSync(join(outside, 'secret.png'), join(root, 'link.png'))
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync('in/photo.png', join(root, 'inside.png'))
  linkSync(join(root, 'in/photo.png'), join(root, 'hard.png'))
  writeFileSync(join(root, 'huge.png'), '')
  truncateSync(join(root, 'huge.png'), 1_000_000_000)
})

it.each([
  ['a relative path', 'in/photo.png', 'in/photo.png'],
  ['a path with dots', 'in/../in/photo.png', 'in/photo.png'],
  ['a folder whose name begins with dots', '..dots/photo.png', '..dots/photo.png'],
  ['a link to a file inside the folder', 'inside.png', 'in/photo.png'],
])('the agent may read %s', (_, path, file) => {
  expect(roots.input(path)).toBe(join(root, file))
  expect(roots.input(join(root, path))).toBe(join(root, file))
})

it.each([
  ['a parent folder', '../outside/secret.png', 'doesn’t exist'],
  ['an absolute path', '/etc/passwd', 'outside of the folders'],
  ['a link to a file outside', 'link.png', 'outside of the folders'],
  ['a link to a folder outside', 'folder/secret.png', 'outside of the folders'],
  ['a missing file', 'missing.png', 'doesn’t exist'],
  ['a folder', 'in', 'isn’t a file'],
  ['a file of 1 GB', 'huge.png', 'larger than 300 MB'],
  ['a path with a zero byte', 'in/photo.png\0.jpg', 'doesn’t exist'],
  ['a very long path', `${'a'.repeat(5000)}.png`, 'doesn’t exist'],
])('the agent may not read %s', (_, path, message) => {
  expect(() => roots.input(path)).toThrow(UsageError)
  expect(() => roots.input(path)).toThrow(message)
})

it('the agent may write a new file below a root folder', () => {
  expect(roots.output('in/new.png')).toEqual({ folder: join(root, 'in'), name: 'new.png' })
})

it.each([
  ['a file outside the folder', '../new.png', 'outside of the folders'],
  ['through a link to a folder outside', 'folder/new.png', 'outside of the folders'],
  ['over an existing file', 'in/photo.png', 'exists'],
  ['over an existing link', 'link.png', 'exists'],
  ['into a missing folder', 'missing/new.png', 'doesn’t exist'],
  ['below a path that is a file', 'in/photo.png/new.png', 'isn’t a folder'],
])('the agent may not write %s', (_, path, message) => {
  expect(() => roots.output(path)).toThrow(message)
})

it('an error message contains no control characters of a path', () => {
  expect(() => roots.input('a\u001b[31m\n.png')).toThrow('a?[31m?.png doesn’t exist.')
})

it("a root folder that isn't a folder raises an error", () => {
  expect(() => createRoots([join(root, 'in/photo.png')])).toThrow('isn’t a folder')
})
