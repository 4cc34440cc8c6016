/** What a visitor's browser must fetch before anything can be seen: the first page's scripts and all that they import. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const CLIENT = join(import.meta.dirname, '../build/client-test')
/** Bytes, compressed: 137 kB when the budget was set, and a tenth more. */
const BUDGET = 150_700

/** `import … from './x.js'`, `import './x.js'`, `export … from './x.js'` of built code; a lazy `import('./x.js')` is none. */
const STATIC = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+|\/[^"']+)["']/g

const read = (path: string) => readFileSync(join(CLIENT, path), 'utf8')

/** Every script that loads with the page, by its path from the root. */
function initialScripts(): string[] {
  const entries = [...read('index.html').matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, path]) => path ?? '')
  const found = new Set(entries)
  for (const path of found)
    for (const [, to = ''] of read(path).matchAll(STATIC))
      found.add(new URL(to, new URL(path, 'http://client')).pathname)
  return [...found]
}

test('the first page loads little script', () => {
  const scripts = initialScripts().map((path) => ({ path, bytes: gzipSync(read(path)).length }))
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  const heaviest = scripts.toSorted((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  console.info(`initial scripts: ${scripts.length} files, ${(total / 1000).toFixed(1)} kB gz`)
  expect(scripts.length, 'entries and what they import').toBeGreaterThan(3)
  expect(total, heaviest.join('\n')).toBeLessThanOrEqual(BUDGET)
})
