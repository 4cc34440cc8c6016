import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noticesText } from './notices.ts'
import { packageFolder } from './recordPackages.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const notices = noticesText(['node_modules/react', 'node_modules/wouter', 'node_modules/promise-limit'])

it.each([
  ['/src/node_modules/react/index.js', '/src/node_modules/react'],
  ['\0/src/node_modules/@scope/name/a.js?commonjs', '/src/node_modules/@scope/name'],
  ['/src/node_modules/a/node_modules/b/c.js?raw', '/src/node_modules/a/node_modules/b'],
  ['node_modules/font/files/a.woff2', 'node_modules/font'],
  ['/src/client/app/start/main.tsx', null],
  ['\0vite/preload-helper.js', null],
])('packageFolder finds the package folder of the module %j, if any', (id, folder) => {
  expect(packageFolder(id)).toBe(folder)
})

it('the third-party notices contain the license file of a package', () => {
  expect(notices).toContain(read('node_modules/react/LICENSE').trim())
})

it('the third-party notices contain the standard text for a package without a license file', () => {
  expect(notices).toContain('This is free and unencumbered software released into the public domain.')
  expect(notices).toMatch(/promise-limit [\d.]+ \(ISC\)\n\nCopyright \(c\) Tim Macfarlane/)
})

it('the third-party notices of LGPL libraries include the GPL text', () => {
  expect(notices).toContain(read('scripts/licences/texts/GPL-3.0.txt').trim())
  for (const library of ['libheif', 'libde265', 'heic2any', 'libheif-js'])
    expect(notices).toMatch(new RegExp(`^  ${library} +Copyright`, 'm'))
})

it.each(['notices', 'docs/model-weights.md'])('each neural network is named with its hash in %s', (page) => {
  const text = page === 'notices' ? notices : read(page)
  const models: { sha256: string; package: string }[] = JSON.parse(read('scripts/models/models.lock.json'))
  expect(models.length).toBeGreaterThan(0)
  for (const model of models) for (const fact of [model.sha256, model.package]) expect(text).toContain(fact)
})
