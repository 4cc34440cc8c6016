/** Tests which folders each folder may import. If a rule prevents a change, move the code or change LEVELS. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { featureLeaks, type Sources, violations } from './helpers/levels.ts'

const ROOT = join(import.meta.dirname, '..')

const all: Sources = new Map(
  ['client', 'server', 'shaders', 'drizzle', 'tests', 'e2e', 'scripts'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
  ),
)

const sources: Sources = new Map(
  [...all].filter(([path]) => /^(client|server|shaders|drizzle)\/.*\.tsx?$/.test(path) && !path.includes('.test.')),
)

/** Files that the root folder may contain. A test or program has left any other file behind. */
const TOP_FILES = new Set([
  'CHANGELOG.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'compose.yaml',
  'index.html',
  'knip.config.ts',
  'package-lock.json',
  'package.json',
  'settings.env.example',
  'tsconfig.json',
  'vite.config.ts',
])

/** Returns the names that the root folder must not contain. Ignores hidden files and logs. */
const unexpectedFiles = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FILES.has(name) && !/^\.|\.log$/.test(name))

it('every file imports only from allowed folders and is within the size limits', () => {
  expect(violations(sources)).toEqual([])
})

it('the root folder contains only allowed files', () => {
  const files = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(unexpectedFiles(files.map(({ name }) => name))).toEqual([])
  expect(unexpectedFiles(['README.md', '.npmrc', 'left-behind.db'])).toEqual(['left-behind.db'])
})

/** Returns the violations of a file with this text. */
const violationsOf = (path: string, text: string) => violations(new Map([[path, text]]))

it.each([
  ['client/kit/values/x.ts', "import { a } from '../../model/session/session.ts'", 'imports up or sideways'],
  ['client/media/importer/x.ts', "import { a } from '../exporter/y.ts'", 'imports up or sideways'],
  ['shaders/tune/x.ts', "import { a } from '#client/editor/shell/y.ts'", 'imports up or sideways'],
  ['client/render/x.ts', "import { a } from '../model/document/y.ts'", 'leaves its area by a relative path'],
  ['client/editor/flows/x.ts', "import { Container } from 'pixi.js'", 'may not import the package'],
  ['client/kit/values/x.ts', "import { join } from 'node:path'", 'may not import the package'],
  ['client/kit/api/x.ts', "import { app } from '#server/start/app.ts'", 'takes a value from the server'],
  ['client/layers/text/x.ts', "import { a } from '../subject/y.ts'", 'imports another layer kind'],
  ['client/editor/flows/x.ts', "import { a } from '#client/features/crop/y.ts'", 'imports up or sideways'],
  ['server/http/x.ts', 'const port = process.env.PORT', 'reads process.env'],
  ['client/editor/flows/x.ts', "await fetch('/api/profile')", 'past client/kit/api'],
  ['client/misc/x.ts', '', 'has no level'],
  ['client/kit/values/x.ts', '\n'.repeat(400), 'lines'],
  ['client/kit/values/x.ts', ` * ${'word '.repeat(25)}`, 'wider than 120 columns'],
])('the architecture test reports that %s violates the rules with %j', (path, text, complaint) => {
  expect(violationsOf(path, text).join()).toContain(complaint)
})

it("the client may import the type of the server's routes", () => {
  expect(violationsOf('client/kit/api/x.ts', "import type { AppType } from '#server/start/app.ts'")).toEqual([])
})

it('every feature can be removed with its folder and its lines in the registry', () => {
  expect(featureLeaks(all)).toEqual([])
})

it.each([
  ['client/features/crop/x.ts', '../export/y.ts', 1],
  ['client/features/export/x.ts', '../crop/y.ts', 1],
  ['client/features/x.test.ts', './palette/y.ts', 1],
  ['tests/pixels/x.gpu.test.ts', '#client/features/crop/y.ts', 1],
  ['client/features/registry.ts', './crop/index.ts', 0],
  ['client/features/batch/x.ts', '../templates/y.ts', 0],
  ['client/features/batch/x.ts', './y.ts', 0],
])('if %s imports %s, the number of violations that featureLeaks counts is %i', (path, from, count) => {
  expect(featureLeaks(new Map([[path, `import { a } from '${from}'`]]))).toHaveLength(count)
})

it.each([
  "import { a } from './a.ts'",
  "import type { A } from './a.ts'",
  "const a = import('./a.ts')",
  "export { a } from './a.ts'",
])('the architecture test reports a cycle of two files, closed by %s', (last) => {
  const files = new Map([
    ['client/kit/ui/a.ts', "import { b } from './b.ts'"],
    ['client/kit/ui/b.ts', last],
  ])
  const route = 'client/kit/ui/a.ts → client/kit/ui/b.ts → client/kit/ui/a.ts'
  expect(violations(files)).toEqual([`files import each other in a circle: ${route}`])
})
