import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { CATALOGUE_PATH } from '#server/contract/render.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { openInput, UnreadableError } from './inputFile.ts'
import { openOutputFolder, replacedInput } from './outputFolder.ts'
import { renderCommand } from './render.ts'

const CATALOGUE = Buffer.from(JSON.stringify({ templates: [], fonts: [], layeredImage: {} }))

/**
 * Creates a folder with a template, a folder `photos` with a photo and a table, and `link`, which points to `photos`.
 */
function workplace() {
  const folder = makeFolder()
  mkdirSync(join(folder, 'photos'))
  for (const name of ['d.midground', 'photos/a.png']) writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, 'photos/t.csv'), 'photo,name\na.png,A\n')
  symlinkSync(join(folder, 'photos'), join(folder, 'link'))
  return folder
}

async function run(folder: string, ...args: string[]) {
  const warned: string[] = []
  const code = await renderCommand(
    args.map((arg) => (arg.startsWith('--') ? arg : resolve(folder, arg))),
    {
      env: { CHROMIUM_PATH: process.execPath }, // an existing program, because the test never starts the browser
      platform: 'linux',
      isRoot: false,
      resources: { files: () => [{ path: CATALOGUE_PATH, size: CATALOGUE.length, content: CATALOGUE }] },
      print: () => {},
      warn: (line) => warned.push(line),
      signal: new AbortController().signal,
    },
  )
  return { code, text: warned.join('\n') }
}

it.each([
  ['the photos’ folder as output', ['photos/a.png', '--out', 'photos']],
  ['a link to the photos’ folder as output', ['photos/a.png', '--out', 'link']],
  ['a photo through a link to its folder', ['link/a.png', '--out', 'photos']],
  ['a photo from a table', ['--csv', 'photos/t.csv', '--out', 'photos']],
  ['a file name from a table in another case', ['--csv', 'photos/t.csv', '--name={name}', '--out', 'photos']],
])("midground render doesn't overwrite an original photo, given %s", async (_, args) => {
  const folder = workplace()
  const { code, text } = await run(folder, 'd.midground', ...args)
  expect(text).toMatch(/a\.png would be overwritten\./)
  expect(code).toBe(2)
  expect(readFileSync(join(folder, 'photos/a.png'), 'utf8')).toBe('photos/a.png')
  expect(readdirSync(join(folder, 'photos'))).toEqual(['a.png', 't.csv'])
})

it.each(['/dev/null/x', '/proc/x'])(
  'midground render rejects the unwritable output folder %s with a one-line error',
  async (out) => {
    const { code, text } = await run(workplace(), 'd.midground', 'photos/a.png', '--out', out)
    expect([code, text]).toEqual([1, expect.stringMatching(/^--out \S+ can't be used as a folder \(E\w+\)\.$/)])
  },
)

it.each([
  ['missing.png', 'no such file.'],
  ['photos', 'not a file.'],
  ['loop', 'cannot be read (ELOOP).'],
  ['pipe', 'not a file.'],
  ['d.midground', 'has 1 MB. The limit is 1 MB.'],
])("openInput says why the file %s can't be read", async (name, message) => {
  const folder = workplace()
  symlinkSync('loop', join(folder, 'loop'))
  spawnSync('mkfifo', [join(folder, 'pipe')])
  await expect(openInput(join(folder, name), 5)).rejects.toThrow(new UnreadableError(message))
})

it("replacing an opened input file doesn't change the content that is read", async () => {
  const folder = workplace()
  const file = await openInput(join(folder, 'd.midground'))
  rmSync(file.path)
  symlinkSync('/etc/passwd', file.path)
  expect(await file.text()).toBe('d.midground')
  expect(await file.text()).toBe('d.midground')
  await file.close()
  expect(file.isOpen).toBe(false)
})

it.runIf(process.platform === 'linux')(
  'images are written to the opened folder even if a link replaces its path',
  async () => {
    const folder = workplace()
    const out = openOutputFolder(join(folder, 'out'))
    renameSync(join(folder, 'out'), join(folder, 'moved'))
    symlinkSync(join(folder, 'photos'), join(folder, 'out'))
    await out.write('a.png', Readable.from([Buffer.from('new')]))
    out.clear()
    expect(readFileSync(join(folder, 'photos/a.png'), 'utf8')).toBe('photos/a.png')
    expect(readFileSync(join(folder, 'moved/a.png'), 'utf8')).toBe('new')
  },
)

it('replacedInput returns null if no output file replaces a photo', () => {
  const folder = workplace()
  const [photos, photo] = [join(folder, 'photos'), join(folder, 'photos/a.png')]
  expect(replacedInput([photo], photos, ['a.jpg', 'a-2.png'])).toBeNull()
  expect(replacedInput([photo], folder, ['a.png'])).toBeNull()
  expect(replacedInput([photo], join(folder, 'new'), ['a.png'])).toBeNull()
})

it('replacedInput finds a photo whose name differs only in case', () => {
  const photos = join(workplace(), 'photos')
  const photo = join(photos, 'a.png')
  expect(replacedInput([photo, join(photos, 'missing.png')], photos, ['missing.png', 'A.PNG'])).toBe(photo)
})

// root may write to any folder
it.runIf(process.getuid?.() !== 0)('openOutputFolder rejects a folder that is not writable', () => {
  const folder = makeFolder()
  chmodSync(folder, 0o500)
  expect(() => openOutputFolder(folder)).toThrow("can't be used as a folder (EACCES).")
})
