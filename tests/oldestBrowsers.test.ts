/**
 * Compares the promised oldest browsers with the features that the client uses. The versions are those of the package
 * `web-features` (MDN's compatibility data). The libraries of the client are not read.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from 'web-features'
import { OLDEST_BROWSERS } from '../scripts/vite/oldestBrowsers.ts'

type Browser = keyof typeof OLDEST_BROWSERS
const BROWSERS = Object.keys(OLDEST_BROWSERS) as Browser[] // safe cast: the keys of a constant
const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** First versions by key, such as `api.URL.canParse_static`. A browser without the feature has no entry. */
const FIRST_VERSIONS = new Map(
  Object.values(features).flatMap((feature) =>
    feature.kind === 'feature' ? Object.entries(feature.status.by_compat_key ?? {}) : [],
  ),
)
const firstVersion = (key: string, browser: Browser): number =>
  Number(FIRST_VERSIONS.get(key)?.support[browser]?.replace('≤', '') ?? Number.POSITIVE_INFINITY)
const isNewer = (key: string) =>
  BROWSERS.some((browser) => firstVersion(key, browser) > Number(OLDEST_BROWSERS[browser]))

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.test\.|testing|fixtures|\/kernel\//.test(file))
    .map((file) => withoutComments(read(file)))
    .join('\n')
const CODE = ['client/**/*.{ts,tsx}', 'shaders/**/*.ts', 'server/contract/*.ts'].map(sourcesOf).join('\n')
const CSS = sourcesOf('client/**/*.css')

/** Needed features that no pattern below finds, such as methods, each with a pattern of its use. */
const NEEDED: readonly (readonly [key: string, use: RegExp])[] = [
  ['api.Element.checkVisibility', /\.checkVisibility\(/],
  ['api.TextMetrics.fontBoundingBoxAscent', /\.fontBoundingBoxAscent/],
  ['api.WebGL2RenderingContext', /WebGL2RenderingContext/],
  ['javascript.builtins.Array.toSorted', /\.toSorted\(/],
  ['javascript.builtins.Array.toSpliced', /\.toSpliced\(/],
  ['webassembly.fixed-width-SIMD', /WebAssembly\.compile/],
]

/** Newer features. The client works without them, for the given reason. */
const OPTIONAL: Readonly<Record<string, string>> = {
  'css.at-rules.starting-style': 'a preview appears without a transition',
  'css.properties.accent-color': 'a check box has the color of the system',
  'css.properties.anchor-name': 'messages have a fixed place (@supports)',
  'css.properties.animation-timeline': 'the ends of a bar do not fade (@supports)',
  'css.properties.content-visibility': 'a long batch is painted as a whole',
  'css.properties.field-sizing': 'the field has a fixed number of rows, or a hidden copy sets its height (@supports)',
  'css.properties.forced-color-adjust': 'Safari has no forced colors',
  'css.properties.overscroll-behavior': 'the page may scroll at the end of a list',
  'css.properties.overscroll-behavior-x': 'the page may scroll at the end of a list',
  'css.properties.scrollbar-color': 'scroll bars look like those of the system',
  'css.properties.scrollbar-width': 'scroll bars look like those of the system',
  'css.properties.text-size-adjust': 'only phones enlarge text',
  'css.properties.user-select': 'the build adds the prefix of Safari',
  'css.types.anchor': 'messages have a fixed place (@supports)',
  'css.types.color.light-dark': 'the build replaces the function with variables',
}

const found = (text: string, pattern: RegExp, keysOf: (name: string, member: string) => string[]): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name = '', member = '']) => keysOf(name, member))

/**
 * Keys of all constructors and static methods in the code, and of all selectors, functions, rules and properties in
 * CSS.
 */
const USED = new Set(
  [
    ...found(CODE, /\bnew ([A-Z]\w+)/g, (name) => [`api.${name}`, `javascript.builtins.${name}`]),
    ...found(CODE, /\b([A-Z]\w+)\.(\w+)/g, (owner, member) => [
      `api.${owner}.${member}_static`,
      `javascript.builtins.${owner}.${member}`,
    ]),
    ...found(CSS, /::?([a-z-]+)/g, (name) => [`css.selectors.${name}`]),
    ...found(CSS, /@([a-z-]+)/g, (name) => [`css.at-rules.${name}`]),
    ...found(CSS, /\b([a-z-]+)\(/g, (name) => [`css.types.${name}`, `css.types.color.${name}`]),
    ...found(CSS, /(?<=[{;\s])([a-z-]+):\s/g, (name) => [`css.properties.${name}`]),
  ].filter((key) => FIRST_VERSIONS.has(key)),
)

it.each(NEEDED)('the client uses %s', (key, use) => {
  expect(FIRST_VERSIONS.has(key)).toBe(true)
  expect(CODE).toMatch(use)
})

it('every feature that the oldest browsers lack is optional', () => {
  const newer = [...USED, ...NEEDED.map(([key]) => key)].filter(isNewer)
  expect(newer.toSorted()).toEqual(Object.keys(OPTIONAL).toSorted())
})

it.each(BROWSERS)('a needed feature of %s is as new as its promised version', (browser) => {
  const needed = [...USED, ...NEEDED.map(([key]) => key)].filter((key) => !(key in OPTIONAL))
  expect(Math.max(...needed.map((key) => firstVersion(key, browser)))).toBe(Number(OLDEST_BROWSERS[browser]))
})

it.each(['README.md', 'docs/browsers.md'])('%s names the oldest browsers', (page) => {
  const { chrome, edge, firefox, safari } = OLDEST_BROWSERS
  expect(edge).toBe(chrome)
  expect(read(page).replace(/\s+/g, ' ')).toContain(
    `Chrome or Edge ≥ ${chrome}, Firefox ≥ ${firefox} or Safari ≥ ${safari}`,
  )
})
