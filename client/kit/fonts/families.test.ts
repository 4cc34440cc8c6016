import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_FAMILY, FONT_FAMILIES } from './families.ts'
import { FONTS_REVISION } from './revision.ts'

interface Entry {
  version: string
  integrity: string
  licence: string
}
const text = readFileSync(new URL('../../../scripts/fonts/lock.json', import.meta.url), 'utf8')
const lock = JSON.parse(text) as Record<string, Entry>

it('FONT_FAMILIES has about 250 families without duplicates, Inter first', () => {
  expect(FONT_FAMILIES.length).toBeGreaterThanOrEqual(240)
  expect(FONT_FAMILIES[0]?.name).toBe(DEFAULT_FAMILY)
  expect(new Set(FONT_FAMILIES.map(({ id }) => id)).size).toBe(FONT_FAMILIES.length)
})

it.each(FONT_FAMILIES)("the fonts' lock file has a checksum and a permitted license of $name", (family) => {
  const entry = lock[`@fontsource/${family.id}`]
  expect(entry?.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(entry?.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
  expect(['OFL-1.1', 'Apache-2.0']).toContain(entry?.licence)
})

it("the fonts' lock file lists only fonts in FONT_FAMILIES", () => {
  expect(Object.keys(lock)).toHaveLength(FONT_FAMILIES.length)
})

it("the fonts' folder is named after the hash of the lock file", () => {
  expect(FONTS_REVISION).toBe(createHash('sha256').update(JSON.stringify(lock)).digest('hex').slice(0, 16))
})

it("the fonts' lock file doesn't contain any host names", () => {
  expect(text).not.toContain('://')
})
