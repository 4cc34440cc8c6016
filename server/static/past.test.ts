import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'
import { indexFiles, type StaticFiles } from './files.ts'
import { pastFiles, rememberVersion } from './past.ts'

const DAY = 86_400_000
let folder: string
beforeEach(() => {
  folder = makeFolder()
})

/** Returns a build: the page, a favicon, and scripts with a content hash in their name. */
function build(...scripts: string[]): StaticFiles {
  const files = ['/index.html', '/favicon.svg', ...scripts.map((name) => `/assets/${name}.js`)]
  return indexFiles(
    files.map((path) => ({ path, size: path.length, content: Buffer.from(path) })),
    'Midground',
  )
}
const past = (current: StaticFiles) => [...pastFiles(folder, current)].map(({ path }) => path).sort()

it('only hashed files of the previous version are served', async () => {
  await rememberVersion(folder, build('main-11111111', 'same-22222222'), 0)
  const next = build('main-33333333', 'same-22222222')
  expect(past(next)).toEqual(['/assets/main-11111111.js'])
  const contents = [...pastFiles(folder, next)].map(({ content }) =>
    content instanceof Uint8Array ? null : readFileSync(content.file, 'utf8'),
  )
  expect(contents).toEqual(['/assets/main-11111111.js'])
})

it("a restart isn't an upgrade", async () => {
  await rememberVersion(folder, build('a-11111111'), 0)
  for (const day of [1, 2, 3]) await rememberVersion(folder, build('b-22222222'), day * DAY)
  expect(past(build('b-22222222'))).toEqual(['/assets/a-11111111.js'])
})

it('the previous version stays, and older versions stay for a week', async () => {
  await rememberVersion(folder, build('a-11111111'), 0)
  await rememberVersion(folder, build('b-22222222'), 1 * DAY)
  await rememberVersion(folder, build('c-33333333'), 2 * DAY)
  expect(past(build('c-33333333'))).toEqual(['/assets/a-11111111.js', '/assets/b-22222222.js'])
  await rememberVersion(folder, build('d-44444444'), 9 * DAY)
  expect(past(build('d-44444444'))).toEqual(['/assets/c-33333333.js'])
  expect(existsSync(join(folder, 'assets/a-11111111.js'))).toBe(false)
})

it("a downgrade serves the older version's files again", async () => {
  await rememberVersion(folder, build('a-11111111'), 0)
  await rememberVersion(folder, build('b-22222222'), DAY)
  await rememberVersion(folder, build('a-11111111'), 2 * DAY)
  expect(past(build('a-11111111'))).toEqual(['/assets/b-22222222.js'])
})

it('a damaged list or a missing file starts a new list', async () => {
  await rememberVersion(folder, build('a-11111111'), 0)
  rmSync(join(folder, 'assets/a-11111111.js'))
  expect(past(build('b-22222222'))).toEqual([])
  writeFileSync(join(folder, 'versions.json'), '{')
  expect(past(build('b-22222222'))).toEqual([])
  await rememberVersion(folder, build('b-22222222'), DAY)
  expect(past(build('c-33333333'))).toEqual(['/assets/b-22222222.js'])
})
