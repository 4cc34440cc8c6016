/** Tests the documentation: length limits, links, and named files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { features } from '#client/features/registry.ts'
import { violations } from './helpers/levels.ts'

const ROOT = join(import.meta.dirname, '..')
const README_WORDS = 1200

const TOP_FOLDERS = ['.github', 'client', 'docs', 'drizzle', 'e2e', 'scripts', 'server', 'shaders', 'tests']

const pages: ReadonlyMap<string, string> = new Map(
  [...topPages(), ...TOP_FOLDERS.flatMap(pagesBelow)].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
)

function topPages(): string[] {
  return readdirSync(ROOT).filter((name) => name.endsWith('.md'))
}

function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

const withoutExamples = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Returns the page's relative links to a missing file or heading. */
function deadLinks(path: string, text: string, read: (path: string) => string | null): string[] {
  const links = [...withoutExamples(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? text : read(join(dirname(path), file))
    return target === null || (anchor !== undefined && !anchorsIn(target).includes(anchor))
  })
}

const readFromRoot = (path: string): string | null => {
  const file = join(ROOT, path)
  if (!existsSync(file)) return null
  return path.endsWith('.md') ? readFileSync(file, 'utf8') : ''
}

/** Returns the file paths in backticks that start at the repository's root. Ignores patterns and placeholders. */
const pathsIn = (text: string): string[] =>
  [...withoutExamples(text).matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => TOP_FOLDERS.some((folder) => path.startsWith(`${folder}/`)))

it('the README has at most README_WORDS words', () => {
  const words = pages.get('README.md')?.split(/\s+/).length
  expect(words).toBeGreaterThan(200)
  expect(words).toBeLessThanOrEqual(README_WORDS)
})

it('the documentation has no broken link', () => {
  const dead = [...pages].flatMap(([path, text]) =>
    deadLinks(path, text, readFromRoot).map((link) => `${path}: ${link}`),
  )
  expect(dead).toEqual([])
})

it('deadLinks finds a broken link and a link to a removed heading', () => {
  const text = '# Here\n[a](b.md) [c](#here) [d](#gone) [e](https://example.org) [f](g.md#there)'
  const read = (path: string) => (path === 'docs/g.md' ? '## There' : null)
  expect(deadLinks('docs/a.md', text, read)).toEqual(['b.md', '#gone'])
})

/** Returns the labels of the interface that a page quotes: several words, or a question, in backticks or quotes. */
const labelsIn = (text: string): string[] =>
  [
    ...withoutExamples(text)
      .replace(/\s+/g, ' ')
      .matchAll(/`([A-Z][a-z]+(?: [A-Za-z]+)+[?…]?)`|"([A-Z][\w ’]+\?)"/g),
  ].map(([, code, quoted]) => code ?? quoted ?? '')

it('each label of the interface in the documentation is a label of the catalog', () => {
  const labels = JSON.parse(readFileSync(join(ROOT, 'client/kit/i18n/languages/de.json'), 'utf8'))
  const quoted = [...pages].flatMap(([path, text]) => labelsIn(text).map((label) => [path, label] as const))
  expect(quoted.filter(([, label]) => !Object.hasOwn(labels, label))).toEqual([])
  expect(quoted.length).toBeGreaterThan(5)
})

it('labelsIn finds labels in backticks and questions in quotes', () => {
  expect(labelsIn('click `Save as template`, `Tool`,\n"Which\nsubject?" and "Hello"')).toEqual([
    'Save as template',
    'Which subject?',
  ])
})

it('the documentation names only files and folders that exist', () => {
  const gone = [...pages].flatMap(([path, text]) =>
    pathsIn(text)
      .filter((named) => !existsSync(join(ROOT, named)))
      .map((named) => `${path}: ${named}`),
  )
  expect(gone).toEqual([])
  expect([...pages.values()].flatMap(pathsIn).length).toBeGreaterThan(50)
})

it('the README lists every feature of the registry and the file to begin with', () => {
  const rows = features.features.map(({ id }) => {
    const folder = `client/features/${id}`
    const [, file = ''] = /Begin with[\s*]+`([^`]+)`/.exec(readFileSync(join(ROOT, folder, 'index.ts'), 'utf8')) ?? []
    expect(
      existsSync(join(ROOT, folder, file)) && file,
      `the comment in ${folder}/index.ts says "Begin with \`FILE\`."`,
    ).toBeTruthy()
    return `- [${id}](${folder}): \`${file}\``
  })
  const [, list] = /Begin with a feature's.*\n\n((?:- .*\n)*)/.exec(pages.get('README.md') ?? '') ?? []
  expect(list?.trim().split('\n')).toEqual(rows)
})

it('the headings in docs/flows.md state how many files each flow lists', () => {
  const [, ...flows] = pages.get('docs/flows.md')?.split(/^## /m) ?? []
  const counts = flows.map((flow) => [Number(/\((\d+) files\)/.exec(flow)?.[1]), new Set(pathsIn(flow)).size])
  expect(counts).toHaveLength(4)
  for (const [stated, listed] of counts) expect(stated).toBe(listed)
})

/** Code blocks that start with the name of a file. */
const blocks = new Map(
  [...pages].flatMap(([, text]) =>
    [...text.matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```/gm)].map(
      ([, path = '', code = '']) => [path, code] as const,
    ),
  ),
)

/** Returns the names that a code block imports from a file that is missing or doesn't export them. */
function missingImports(path: string, code: string, read: (path: string) => string | null): string[] {
  const imports = [
    ...code.matchAll(
      /^import (?:type )?(?:(\w+)|\{([^}]*)\}) from '((?:\.|#(?:client|server|shaders|drizzle)\/)[^'?]+)'/gm,
    ),
  ]
  return imports.flatMap(([, whole, named = '', specifier = '']) => {
    const source = read(specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier))
    const names = whole ? ['default'] : named.split(',').map((name) => name.replace(/\btype\b| as .*/g, '').trim())
    return names.filter((name) => source === null || !exports(source, name)).map((name) => `${name} of ${specifier}`)
  })
}

const exports = (source: string, name: string): boolean =>
  name === 'default'
    ? /^export default /m.test(source)
    : new RegExp(
        `^export (?:(?:const|(?:async )?function\\*?|class|interface|type) |(?:type )?\\{[^}]*\\b)${name}\\b`,
        'm',
      ).test(source)

it.each([...blocks])('the recipe for %s imports only existing exports', (path, code) => {
  const read = (file: string) => {
    const real = join(ROOT, file)
    return blocks.get(file) ?? (existsSync(real) ? readFileSync(real, 'utf8') : null)
  }
  expect(missingImports(path, code, read)).toEqual([])
})

it('missingImports finds an import of a missing file in a recipe', () => {
  expect(blocks.size).toBeGreaterThanOrEqual(5)
  const code = "import { a, type B } from '../c.ts'\nimport D from './e.ts'\nimport { a, type F } from '#client/c.ts'"
  const read = (path: string) => (/^(x|client)\/c.ts$/.test(path) ? 'export const a = 1' : null)
  expect(missingImports('x/y/z.ts', code, read)).toEqual(['B of ../c.ts', 'default of ./e.ts', 'F of #client/c.ts'])
})

it('the recipes in the documentation follow the dependency rule', () => {
  expect(violations(blocks)).toEqual([])
})

const decisions = [...pages.keys()].filter((path) => /^docs\/decisions\/\d/.test(path)).sort()

it('the decisions are numbered without gaps', () => {
  const numbers = decisions.map((path) => Number(/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]))
  expect(numbers.length).toBeGreaterThanOrEqual(47)
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
})

it.each(decisions)('%s is in the list of decisions, and has a status and three sections', (path) => {
  const text = pages.get(path) ?? ''
  const number = Number(/\/(\d{4})-/.exec(path)?.[1])
  const [, title] = /^# \d+\. (.+)$/m.exec(text) ?? []
  expect(text.startsWith(`# ${number}. ${title}\n\nStatus: `)).toBe(true)
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part)).toEqual(['Context', 'Decision', 'Consequence'])
  expect(pages.get('docs/decisions/README.md')).toContain(`${number}. [${title}](${relative('docs/decisions', path)})`)
})
