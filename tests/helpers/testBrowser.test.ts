/** What the tests' browser is told in place of Playwright stays what Playwright would tell it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { OFF_IN_PLAYWRIGHT } from './testBrowser.ts'

it('switches off all that Playwright does', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(source)?.[1] ?? ''
  const named = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name)
  expect(OFF_IN_PLAYWRIGHT).toEqual(named)
})
