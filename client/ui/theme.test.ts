import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { THEME_KEY } from './theme.ts'

it('stores the choice where the script that runs before first paint looks for it', () => {
  const early = readFileSync(new URL('../public/theme.js', import.meta.url), 'utf8')
  expect(early).toContain(`getItem('${THEME_KEY}')`)
})

it('loads that script before anything is painted, and inlines none', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  expect(page).toContain('<script src="/theme.js"></script>')
  expect(page).not.toMatch(/<script[^>]*>[^<]/)
})
