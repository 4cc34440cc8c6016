/** Keeps our copy of Playwright's list of disabled features up to date. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { DISABLED_BY_PLAYWRIGHT } from './testBrowser.ts'

it('disables every feature that Playwright disables', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(source)?.[1] ?? ''
  const named = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name)
  expect(DISABLED_BY_PLAYWRIGHT).toEqual(named)
})
