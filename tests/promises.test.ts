/** Compares docs/promises.md with the pages: each promise of a version, format or platform has a test or a reason. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = 'docs/promises.md'
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Rows of the table. `page` is relative to the root. */
const ROWS = [...read(PAGE).matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, page = '', promise = '', proof = '']) => ({ page: join('docs', page), promise, proof }),
)

/** A product with a version. Figures and licenses are in other pages. */
const VERSION =
  /\b(?:Node|glibc|Debian|Chromium|Firefox|WebKitGTK|Safari|OpenSSL|WebGL|sqld|Caddy|nginx|iOS|Android|Windows|macOS|Ubuntu|RFC) (?:≥ ?)?\d[\d.]*\d|\b(?:Node|Debian|Safari|Caddy) \d+/g

it.each(ROWS)('$page still says: $promise', ({ page, promise }) => {
  expect(onOneLine(read(page))).toContain(promise)
})

it.each(ROWS)('$page: the promise "$promise" has existing tests or the note "not tested"', ({ proof }) => {
  if (proof.startsWith('not tested: ')) return
  const tests = [...proof.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path)
  expect(tests.length).toBeGreaterThan(0)
  for (const path of tests) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

it('docs/promises.md lists every product version in the checked pages', () => {
  const pages = globSync(['README.md', 'server/README.md', 'docs/*.md', 'docs/operating/*.md'], { cwd: ROOT })
  const others = [PAGE, 'docs/measurements.md', 'docs/licences.md', 'docs/security.md']
  const missing = pages
    .filter((page) => !others.includes(page))
    .flatMap((page) => {
      const promised = ROWS.filter((row) => row.page === page).map(({ promise }) => promise)
      const named = [...onOneLine(read(page)).matchAll(VERSION)].map(([version]) => version)
      return named
        .filter((version) => !promised.some((promise) => promise.includes(version)))
        .map((version) => `${page}: ${version}`)
    })
  expect(missing).toEqual([])
  expect(ROWS.length).toBeGreaterThan(30)
})
