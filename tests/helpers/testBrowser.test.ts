/** Keeps the copies of Playwright's feature lists up to date. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { DISABLED_BY_PLAYWRIGHT, ENABLED_BY_PLAYWRIGHT } from './testBrowser.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')
const named = (list: RegExp) => [...(list.exec(source)?.[1] ?? '').matchAll(/"(\w+)",?$/gm)].map(([, name]) => name)

it('disables every feature that Playwright disables', () => {
  expect(DISABLED_BY_PLAYWRIGHT).toEqual(named(/\bdisabledFeatures = \[(.*?)\]/s))
})

it('enables every feature that Playwright enables', () => {
  expect(ENABLED_BY_PLAYWRIGHT).toEqual(named(/\benabledFeatures = \(\) => \[(.*?)\]\.filter/s))
})
