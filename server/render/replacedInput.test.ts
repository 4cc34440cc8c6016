import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { CATALOGUE_PATH } from '#server/contract/render.ts'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { replacedInput } from './outputFolder.ts'
import { photoProblem, renderCommand } from './render.ts'

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
])('midground render refuses to overwrite an original photo, given %s', async (_, args) => {
  const folder = workplace()
  const { code, text } = await run(folder, 'd.midground', ...args)
  expect(text).toMatch(/a\.png would be overwritten\./)
  expect(code).toBe(2)
  expect(readFileSync(join(folder, 'photos/a.png'), 'utf8')).toBe('photos/a.png')
  expect(readdirSync(join(folder, 'photos'))).toEqual(['a.png', 't.csv'])
})

it.each(['/dev/null/x', '/proc/x'])(
  'midground render refuses the unwritable output folder %s with one sentence',
  async (out) => {
    const { code, text } = await run(workplace(), 'd.midground', 'photos/a.png', '--out', out)
    expect([code, text]).toEqual([1, expect.stringMatching(/^--out \S+ can't be used as a folder \(E\w+\)\.$/)])
  },
)

it("photoProblem says why a photo can't be read", () => {
  const folder = workplace()
  symlinkSync('loop', join(folder, 'loop'))
  const problems = ['d.midground', 'missing.png', 'photos', 'loop'].map((name) => photoProblem(join(folder, name)))
  expect(problems).toEqual([null, 'no such file.', 'not a file.', 'cannot be read (ELOOP).'])
})

it("midground render accepts other file names in the photos' folder, and equal names in another folder", () => {
  const folder = workplace()
  const [photos, photo] = [join(folder, 'photos'), join(folder, 'photos/a.png')]
  expect(replacedInput([photo], photos, ['a.jpg', 'a-2.png'])).toBeNull()
  expect(replacedInput([photo], folder, ['a.png'])).toBeNull()
  expect(replacedInput([photo], join(folder, 'new'), ['a.png'])).toBeNull()
  expect(replacedInput([photo, join(folder, 'missing.png')], photos, ['missing.png', 'A.PNG'])).toBe(photo)
})
