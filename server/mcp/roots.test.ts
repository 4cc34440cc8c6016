import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
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
  mkdirSync(join(outside, 'folder-outside'))
  for (const path of [join(outside, 'secret.png'), join(root, 'in/photo.png'), join(root, '..dots/photo.png')])
    writeFileSync(path, 'x')
  symlinkSync(join(outside, 'secret.png'), join(root, 'link.png'))
  symlinkSync(join(outside, 'nothing.png'), join(root, 'dangling.png'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync('in/photo.png', join(root, 'inside.png'))
  linkSync(join(root, 'in/photo.png'), join(root, 'hard.png'))
  writeFileSync(join(root, 'huge.png'), '')
  truncateSync(join(root, 'huge.png'), 1_000_000_000)
})

const MAX_BYTES = 300_000_000
const readable = async (path: string) => {
  const file = await roots.input(path, MAX_BYTES)
  await file.close()
  return file.path
}

it.each([
  ['a relative path', 'in/photo.png', 'in/photo.png'],
  ['a path with dots', 'in/../in/photo.png', 'in/photo.png'],
  ['a folder whose name begins with dots', '..dots/photo.png', '..dots/photo.png'],
  ['a link to a file inside the folder', 'inside.png', 'in/photo.png'],
])('the agent may read %s', async (_, path, file) => {
  expect(await readable(path)).toBe(join(root, file))
  expect(await readable(join(root, path))).toBe(join(root, file))
})

it.each([
  ['an absolute path', '/etc/passwd', 'outside of the folders'],
  ['a link to a file outside', 'link.png', 'outside of the folders'],
  ['a link to a folder outside', 'folder/secret.png', 'outside of the folders'],
  [
    'a missing file',
    'missing.png',
    'doesn’t exist. Files in this folder: dangling.png, hard.png, huge.png, inside.png, link.png.',
  ],
  ['a folder', 'in', 'isn’t a file'],
  ['a file of 1 GB', 'huge.png', 'has 1000 MB. The limit is 300 MB.'],
  ['a path with a zero byte', 'in/photo.png\0.jpg', 'doesn’t exist'],
  ['a very long path', `${'a'.repeat(5000)}.png`, 'doesn’t exist'],
  ['a link to itself', 'loop', 'outside of the folders'],
])('the agent may not read %s', async (_, path, message) => {
  await expect(roots.input(path, MAX_BYTES)).rejects.toThrow(UsageError)
  await expect(roots.input(path, MAX_BYTES)).rejects.toThrow(message)
})

it.each([
  ['a path with dots', (name: string) => `../${basename(outside)}/${name}`],
  ['an absolute path', (name: string) => join(outside, name)],
  ['a link to a folder', (name: string) => `folder/${name}`],
  ['a link to a file', (name: string) => (name === 'missing' ? 'dangling.png' : 'link.png')],
])('the error about a path outside the roots (%s) does not reveal whether the path exists', async (_, pathOf) => {
  const errorsFor = async (path: string) => [
    String(await roots.input(path, MAX_BYTES).catch(String)).replaceAll(path, 'PATH'),
    await Promise.resolve(`${path}/a.png`)
      .then(roots.output)
      .catch((error) => String(error).replaceAll(path, 'PATH')),
  ]
  const errors = await errorsFor(pathOf('missing'))
  expect(errors).toEqual([expect.stringContaining('outside of'), expect.stringContaining('outside of')])
  for (const name of ['secret.png', 'folder-outside']) expect(await errorsFor(pathOf(name))).toEqual(errors)
})

it('the agent may write a new file inside a root folder', async () => {
  const file = roots.output('in/new.png')
  expect(file.path).toBe(join(root, 'in/new.png'))
  await file.create(Readable.from([Buffer.from('new')]))
  file.free()
  expect(readFileSync(file.path, 'utf8')).toBe('new')
  expect(readdirSync(join(root, 'in')).sort()).toEqual(['new.png', 'photo.png'])
})

it.each([
  ['a file outside the folder', '../new.png', 'outside of the folders'],
  ['through a link to a folder outside', 'folder/new.png', 'outside of the folders'],
  ['over an existing file', 'in/photo.png', 'exists. Choose another name, such as in/photo-2.png.'],
  ['over an existing link', 'link.png', 'exists'],
  ['into a missing folder', 'missing/new.png', 'doesn’t exist'],
  ['below a path that is a file', 'in/photo.png/new.png', 'isn’t a folder'],
  ['a name with a line break', 'in/a\nb.png', 'a?b.png contains a control character, such as a line break.'],
  ['a name with a line separator', 'in/a\u2028b.png', 'contains a control character'],
  ['a name of 300 bytes', `in/${'a'.repeat(300)}.png`, 'longer than 200 bytes'],
])('the agent may not write %s', (_, path, message) => {
  expect(() => roots.output(path)).toThrow(message)
})

it("two running calls can't write the same file", async () => {
  const first = roots.output('in/twice.png')
  expect(() => roots.output('in/../in/twice.png')).toThrow('exists. Choose another name')
  first.free()
  roots.output('in/twice.png').free()
})

it('a file created by another program during a call is not replaced', async () => {
  const file = roots.output('in/appears.png')
  writeFileSync(file.path, 'other')
  await expect(file.create(Readable.from([Buffer.from('new')]))).rejects.toThrow('was created by another program')
  file.free()
  expect(readFileSync(file.path, 'utf8')).toBe('other')
  expect(readdirSync(join(root, 'in')).filter((name) => name.endsWith('.part'))).toEqual([])
})

it("the agent can't read a file outside the roots by swapping a photo for a link after the check", async () => {
  writeFileSync(join(root, 'swapped.png'), 'photo')
  const file = await roots.input('swapped.png', MAX_BYTES)
  rmSync(join(root, 'swapped.png'))
  symlinkSync(join(outside, 'secret.png'), join(root, 'swapped.png'))
  expect(await file.text()).toBe('photo')
  await file.close()
  await expect(roots.input('swapped.png', MAX_BYTES)).rejects.toThrow('outside of the folders')
})

it.runIf(process.platform === 'linux')(
  "the agent can't write outside the roots by swapping a folder for a link after the check",
  async () => {
    mkdirSync(join(root, 'swapped'))
    const file = roots.output('swapped/a.png')
    renameSync(join(root, 'swapped'), join(root, 'renamed'))
    symlinkSync(outside, join(root, 'swapped'))
    await file.create(Readable.from([Buffer.from('new')]))
    file.free()
    expect([existsSync(join(outside, 'a.png')), existsSync(join(root, 'renamed/a.png'))]).toEqual([false, true])
  },
)

it('an error message does not contain any control characters of a path', async () => {
  await expect(roots.input('a\u001b[31m\n.png', MAX_BYTES)).rejects.toThrow('a?[31m?.png doesn’t exist.')
})

it("a root folder that isn't a folder raises an error", () => {
  expect(() => createRoots([join(root, 'in/photo.png')])).toThrow('isn’t a folder')
})
