import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { earlyScript } from '../../scripts/pages/early.ts'
import { THEME_KEY } from './keptTheme.ts'

const script = await earlyScript()

/** What the script that runs before the first paint writes on the page where `kept` lies on the device. */
function early(kept: string | null) {
  const dataset: Record<string, string> = {}
  const localStorage = { getItem: (key: string) => (key === THEME_KEY ? kept : null) }
  runInNewContext(script, { document: { documentElement: { dataset } }, localStorage })
  return dataset
}

it('applies a kept theme before anything is painted', () => {
  expect(early('dark')).toEqual({ theme: 'dark' })
  expect(early('light')).toEqual({ theme: 'light' })
})

it.each([null, '', 'blue'])('leaves the theme to the system where %j is kept', (kept) => {
  expect(early(kept)).toEqual({})
})

it('leaves it to the system where storage is switched off', () => {
  const dataset = {}
  runInNewContext(script, { document: { documentElement: { dataset } } })
  expect(dataset).toEqual({})
})

it('stands in the page, before all that the page loads', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  expect(page.match(/<script[^>]*src="[^"]*"/g)?.[0]).toBe('<script src="/client/app/early.ts"')
})
